/// How a multiplexer hands bytes on, untouched, to the terminal outside it.
package enum Multiplexer: String, Hashable, Sendable {
    case tmux
    case screen

    package func wrap(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .tmux: TmuxPassthrough.wrap(bytes)
        case .screen: ScreenPassthrough.wrap(bytes)
        }
    }
}
