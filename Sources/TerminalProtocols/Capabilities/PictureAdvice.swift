package import Imaging

/// What a person can do to have better pictures than a terminal shows as it is.
package enum PictureAdvice: Hashable, Sendable {
    /// xterm draws sixel, but only if it is started as a terminal that had it.
    case startXtermAsVT340
    /// tmux hands pictures on only with `allow-passthrough on`.
    case openTmux
    /// xterm drops larger pictures, so photos are kept as small; its own limit can be raised.
    case raiseXtermLimit(PixelSize)

    /// `nil` if there is nothing to advise: pictures are as good as they get, or it is not known how.
    ///
    /// `isOutsideSilent` is of a multiplexer: the terminal around it has answered nothing through it.
    package init?(
        _ profile: TerminalProfile, _ capabilities: TerminalCapabilities,
        _ environment: TerminalEnvironment, isOutsideSilent: Bool
    ) {
        let known = KnownTerminal.recognise(capabilities, environment)
        let isXterm = capabilities.version?.string.lowercased().hasPrefix("xterm(") == true
        switch profile.graphics {
        case .blocks where known?.passthrough == .tmux && isOutsideSilent: self = .openTmux
        case .blocks where isXterm: self = .startXtermAsVT340
        case .sixel where isXterm && profile.passthrough == nil:
            let screen = profile.cell.pixels(of: profile.window.cells)
            guard let limit = profile.pictureLimit,
                limit.width < screen.width || limit.height < screen.height
            else { return nil }
            self = .raiseXtermLimit(limit)
        default: return nil
        }
    }
}
