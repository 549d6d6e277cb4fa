package import Imaging

/// What tmux says about the pane we run in: where it lies, and who sees it.
package struct TmuxReport: Hashable, Sendable {
    /// Where the pane begins on the screen of the terminal outside; `nil` if it is cut off there.
    package let pane: CellPosition?
    /// Whether what the terminal outside answers comes to this pane, and only to this one.
    package let isAnswered: Bool
    /// Whether the option `allow-passthrough` is on; tmux before 3.3 has none and always passes on.
    package let passesOn: Bool
    /// The terminal outside, by its name in /dev; empty while none is attached.
    package let client: String
    /// Whether it is another machine's.
    package let isRemote: Bool
    /// The cell of that terminal; tmux before 3.2 does not tell.
    package let cell: PixelSize?

    /// What tmux is asked for (`display-message -p`); what a version does not know is empty.
    ///
    /// A session's environment has SSH_CONNECTION from the client that was attached last.
    package static let format =
        fields.dropLast().map { "#{\($0)}" }.joined(separator: ",") + ",#{?SSH_CONNECTION,1,}"

    private static let fields = [
        "pane_active", "window_active", "pane_in_mode", "pane_synchronized", "pane_left",
        "pane_top", "pane_width", "pane_height", "window_offset_x", "window_offset_y", "status",
        "status-position", "client_width", "client_height", "client_cell_width",
        "client_cell_height", "allow-passthrough", "client_tty", "SSH_CONNECTION",
    ]

    /// Longer than all fields are together.
    package static let limitBytes = 1024

    /// The answer to `format`; `nil` if it is not one.
    package init?(_ answer: [UInt8]) {
        guard answer.count <= Self.limitBytes, let text = String(validating: answer, as: UTF8.self)
        else { return nil }
        let values = text.prefix { !$0.isNewline }.split(
            separator: ",", omittingEmptySubsequences: false)
        guard values.count == Self.fields.count else { return nil }
        let fields = Dictionary(uniqueKeysWithValues: zip(Self.fields, values.map(String.init)))
        guard Self.number(fields["pane_left"]) != nil, Self.number(fields["pane_top"]) != nil else {
            return nil
        }
        pane = Self.pane(fields)
        client = fields["client_tty"] ?? ""
        isAnswered = Self.isAnswered(fields) && !client.isEmpty
        isRemote = fields["SSH_CONNECTION"] == "1"
        passesOn = !["0", "off"].contains(fields["allow-passthrough"])
        let cell = PixelSize(
            width: Self.number(fields["client_cell_width"]) ?? 0,
            height: Self.number(fields["client_cell_height"]) ?? 0)
        self.cell = cell.isEmpty ? nil : cell
    }

    /// A mode, such as copying, takes what is typed for commands; synchronized panes all get it.
    private static func isAnswered(_ fields: [String: String]) -> Bool {
        fields["pane_active"] == "1" && fields["window_active"] == "1"
            && fields["pane_in_mode"] == "0" && fields["pane_synchronized"] != "1"
    }

    /// A client smaller than the window shows a part of it, which begins at the offset.
    private static func pane(_ fields: [String: String]) -> CellPosition? {
        func number(_ name: String) -> Int { Self.number(fields[name]) ?? 0 }
        let isStatusOnTop = fields["status-position"] == "top"
        let pane = CellPosition(
            row: number("pane_top") - number("window_offset_y")
                + (isStatusOnTop ? statusLines(fields["status"]) : 0),
            column: number("pane_left") - number("window_offset_x"))
        let (columns, rows) = (number("client_width"), number("client_height"))
        let isWhole =
            pane.row >= 0 && pane.column >= 0
            && (columns == 0 || pane.column + number("pane_width") <= columns)
            && (rows == 0 || pane.row + number("pane_height") <= rows)
        return isWhole ? pane : nil
    }

    /// `off`, `on`, or how many lines (2 to 5).
    private static func statusLines(_ status: String?) -> Int {
        status == "on" ? 1 : number(status) ?? 0
    }

    private static func number(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.flatMap { (0...ScreenLimits.side).contains($0) ? $0 : nil }
    }
}
