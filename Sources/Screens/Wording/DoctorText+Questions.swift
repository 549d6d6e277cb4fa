internal import Imaging
package import TerminalProtocols

extension DoctorText {
    func name(of query: CapabilityQuery) -> SafeText { phrases.query(query) }

    /// What those who write terminals call it.
    static func code(of query: CapabilityQuery) -> SafeText {
        switch query {
        case .version: "XTVERSION"
        case .secondaryAttributes: "DA2"
        case .kittyGraphics: "kitty graphics"
        case .sixelGeometry: "sixel size"
        case .sixelLimit: "maximum sixel size"
        case .sixelRegisters: "sixel registers"
        case .cellPixels: "16t"
        case .textAreaPixels: "14t"
        case .synchronizedUpdates: "mode 2026"
        case .mousePixels: "mode 1016"
        case .resizeReports: "mode 2048"
        case .background: "OSC 11"
        case .keyboard: "kitty keyboard"
        case .primaryAttributes: "DA1"
        }
    }

    /// What a terminal said, as it said it; only its brackets are left out.
    package func text(of reply: TerminalReply) -> SafeText {
        switch reply {
        case .version(let bytes), .kittyGraphics(_, let bytes):
            SafeText(bytes: bytes).truncated(to: Self.textColumns)
        case .primaryAttributes(let numbers), .secondaryAttributes(let numbers):
            SafeText(list(numbers)).truncated(to: Self.textColumns)
        case .sixelGraphics(_, 0, let values):
            SafeText(list(values)).truncated(to: Self.textColumns)
        case .sixelGraphics(_, let status, _): phrases.error(status)
        case .cellPixels(let size), .textAreaPixels(let size): SafeText(text(size))
        case .mode(_, let setting): "\(setting), \(phrases.setting(setting))"
        case .background(let colour): SafeText(text(colour))
        case .keyboardFlags(let flags): "\(flags)"
        default: phrases.yes
        }
    }

    /// A report must not be widened without end by a terminal that talks too much.
    static let textColumns = 60

    private func list(_ numbers: [Int]) -> String {
        numbers.map(String.init).joined(separator: ";")
    }

    func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

    func text(_ colour: RGBColour) -> String {
        "rgb \(colour.red) \(colour.green) \(colour.blue)"
    }
}
