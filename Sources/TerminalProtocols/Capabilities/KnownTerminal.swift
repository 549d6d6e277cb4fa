package import Imaging

/// A row of the table of known terminals: properties that a terminal's replies do not reveal.
///
/// A terminal can have several rows, each valid from one version on (`since`).
package struct KnownTerminal: Hashable, Sendable {
    package let name: String
    /// The prefixes, in lower case, of the XTVERSION replies or TERM values that identify the
    /// terminal.
    let marks: [String]
    /// The numbers with which the terminal's DA2 reply begins; empty if the reply is not
    /// distinctive.
    var secondaryAttributes: [Int] = []
    /// The oldest version to which the row applies; `nil` if the row applies to any version, even
    /// an unknown one.
    package private(set) var minimumVersion: TerminalVersion?
    /// The version of a recognised terminal; `nil` in the table itself, or if the version is
    /// unknown.
    package var version: TerminalVersion?

    // Variables that identify the terminal if its replies and TERM do not; these variables are
    // checked last, because programs started from the terminal inherit them.

    /// The value of TERM_PROGRAM that identifies the terminal; `nil` if no value does.
    var program: String?
    /// The names of other variables that identify the terminal if they are set and not empty.
    var variables: [String] = []
    /// The format of the version in the terminal's replies.
    var versionFormat = VersionFormat.numbers

    // Properties of the terminal's pictures.

    /// The protocols to use, the best first; blocks are used if none of them works.
    ///
    /// kitty's protocol and sixel also need a reply to their query. There is no query for iTerm2's
    /// protocol: it is used only if it is listed here and the terminal has named itself in a reply.
    package var protocols: [GraphicsProtocol] = [.kitty, .sixel]
    /// True if some builds or settings of the terminal draw no pictures.
    ///
    /// In such a terminal, iTerm2's protocol is used only if kitty's protocol or sixel is also
    /// reported.
    var mayLackPictures = false
    /// The terminal's support for placing regions of stored pictures (kitty's keys x, y, w and h).
    package var crop = CropSupport.works
    /// The media through which the terminal accepts kitty's pictures; all except `direct` are
    /// queried.
    package var media = KittyMedium.allCases
    /// The maximum number of bytes to store in the terminal, at four bytes per pixel.
    ///
    /// kitty, Ghostty and WezTerm store 320 MB and then delete the oldest pictures; 200 MB leave
    /// room for other programs.
    package var storeBytes = 200_000_000
    /// The objects that the terminal deletes together with a placement (kitty's `d=i` with a `p`).
    package var removal = PictureRemoval.placement
    /// True if the terminal needs small pictures, because it reads no keys while it receives a
    /// picture.
    package var takesPicturesInPieces = false
    /// True if the terminal shows pictures at placeholder characters (U=1), even inside tmux.
    package var hasUnicodePlaceholders = false
    /// True if a picture stays in its cells until the screen is erased (ED 2), whatever text is
    /// written to the cells.
    package var keepsPicturesInCells = false
    /// The maximum number of sixel pictures that the terminal stores in all its windows together;
    /// `nil` without a limit.
    ///
    /// At the limit, the terminal deletes the oldest picture.
    package var pictureCountLimit: Int?
    /// The maximum number of sixel registers to use; `nil` if the terminal's reply is reliable.
    package var sixelRegisters: Int?
    /// The largest sixel picture, in pixels, that the terminal draws; `nil` without a limit.
    ///
    /// A limit that the terminal reports takes precedence.
    package var sixelLimit: PixelSize?
    /// The terminal's treatment of sixel pictures when text scrolls; `nil` if the pictures do not
    /// move correctly.
    var scrolledPictures: ScrolledPictures?
    /// True if this version of the terminal may draw sixel pictures wrongly.
    package var hasSixelFaults = false

    // Properties of cells, colours and the mouse.

    /// The fixed size of a cell, in pixels of a picture; `nil` if the size depends on the font.
    package var virtualCell: PixelSize?
    /// True if cells have a fractional size and the window has no margins.
    ///
    /// The terminal reports a rounded size; the exact size of a cell follows from the text area.
    package var hasFractionalCells = false
    var hasTrueColour = true
    /// True if the terminal is slow with many colours.
    ///
    /// mlterm draws 11 frames of half blocks a second in true colour, but 75 with 256 colours.
    package var isSlowInTrueColour = false
    /// The coordinate of the leftmost pixel in the terminal's mouse reports.
    package var firstMousePixel = 1

    /// The multiplexer that this row describes; `nil` for an ordinary terminal.
    package var multiplexer: Multiplexer?
    /// True if a multiplexer passes bytes on to the outer terminal, and replies back to the
    /// program.
    package var passesThrough = true

    // Other properties.

    /// The terminal's own treatment of right-to-left text.
    package var bidi = BidiSupport.none
    /// True if the terminal's usual font has braille; in other fonts, boxes appear instead.
    package var hasBraille = true
    /// True if the terminal supports kitty's usage hints (`N`); other terminals may reject a
    /// picture with an unknown key.
    package var takesUsageHints = false
    /// True if the terminal shows hyperlinks (OSC 8) or ignores them.
    package var takesHyperlinks = true
    /// True if the terminal has a progress bar (OSC 9;4); other terminals ignore the sequence or
    /// show a notification.
    package var takesProgress = false

    /// The multiplexer through which pictures pass; `nil` for an ordinary terminal, and for a
    /// multiplexer that loses pictures.
    package var passage: Multiplexer? { passesThrough ? multiplexer : nil }

    enum VersionFormat: Hashable {
        case numbers
        /// A single number, such as 7006 for 0.70.6.
        case packed
    }

    /// The support for kitty's keys that select a region of a picture.
    package enum CropSupport: Hashable, Sendable {
        case works
        /// Support that depends on the version or is disputed; regions are placed only after a
        /// successful test (`KittyCropProbe`).
        case tried
        /// Support that is expected; regions are placed unless a test fails.
        case assumed
    }

    /// The objects that a terminal deletes when a placement of a stored picture is deleted.
    package enum PictureRemoval: Hashable, Sendable {
        case placement
        /// The placement and the stored picture.
        case picture
    }
}

extension [KnownTerminal] {
    /// Returns the rows, followed by a changed copy of the last row for versions from `version` on.
    fileprivate func since(
        _ version: TerminalVersion, _ change: (inout KnownTerminal) -> Void
    ) -> [KnownTerminal] {
        guard let last else { return self }
        return self + [last.since(version, change)]
    }
}

extension KnownTerminal {
    fileprivate func since(
        _ version: TerminalVersion, _ change: (inout KnownTerminal) -> Void
    ) -> KnownTerminal {
        var copy = self
        copy.minimumVersion = version
        change(&copy)
        return copy
    }

    /// A terminal whose name is unknown.
    package static let unknown = KnownTerminal(
        name: "", marks: [], crop: .assumed, takesHyperlinks: false)

    /// Returns true if regions of kitty's pictures may be placed in a terminal with these
    /// capabilities.
    func crops(_ capabilities: TerminalCapabilities) -> Bool {
        switch crop {
        case .works: true
        case .tried: capabilities.cropsPictures == true
        case .assumed: capabilities.cropsPictures != false
        }
    }

    /// Returns the number of sixel registers to use in the terminal.
    func registers(_ capabilities: TerminalCapabilities) -> Int {
        min(sixelRegisters ?? .max, capabilities.sixelRegisters ?? Palette.usualLimit)
    }

    /// Returns the largest sixel picture that the terminal draws; `nil` without a known limit.
    func pictureLimit(_ capabilities: TerminalCapabilities) -> PixelSize? {
        capabilities.sixelLimit ?? sixelLimit
    }

    // The rows were measured in the terminals themselves, or reported by users. A test compares
    // them with the table in Terminals.md.
    static let all: [KnownTerminal] = [
        kitty, [foot, konsole, xterm, xtermAsVT340, mlterm], vte, [st], iTerm2, wezTerm,
        [ghostty, xtermJS, rio, warp], contour, zellij, [windowsTerminal, alacritty], tmux,
        [screen, linuxConsole],
    ].flatMap { $0 }

    private static let kitty = [
        KnownTerminal(
            name: "kitty", marks: ["kitty", "xterm-kitty"], secondaryAttributes: [1, 4000],
            variables: ["KITTY_WINDOW_ID"], protocols: [.kitty], firstMousePixel: 0, bidi: .words)
    ]
    .since("0.28") { $0.hasUnicodePlaceholders = true }
    .since("0.47") { $0.takesProgress = true }
    .since("0.48") { $0.takesUsageHints = true }

    private static let foot = KnownTerminal(
        name: "foot", marks: ["foot"], protocols: [.sixel], scrolledPictures: .onScreen)

    private static let konsole = KnownTerminal(
        name: "Konsole", marks: ["konsole"], variables: ["KONSOLE_VERSION"],
        protocols: [.kitty, .sixel, .iTerm2], media: [.direct], takesPicturesInPieces: true,
        sixelRegisters: 256, bidi: .rows)

    private static let xterm = KnownTerminal(
        name: "xterm", marks: ["xterm("], secondaryAttributes: [41],
        protocols: [.sixel], sixelLimit: PixelSize(width: 1000, height: 1000),
        scrolledPictures: .inRegion)

    private static let xtermAsVT340 = KnownTerminal(
        name: "xterm as VT340", marks: [], secondaryAttributes: [19], protocols: [.sixel],
        sixelLimit: PixelSize(width: 1000, height: 1000), scrolledPictures: .inRegion)

    private static let mlterm = KnownTerminal(
        name: "mlterm", marks: ["mlterm"], secondaryAttributes: [24],
        protocols: [.sixel, .iTerm2], mayLackPictures: true, scrolledPictures: .inRegion,
        isSlowInTrueColour: true, bidi: .switched(.mlterm), hasBraille: false)

    private static let vte = [
        KnownTerminal(
            name: "VTE", marks: ["vte"], secondaryAttributes: [65], variables: ["VTE_VERSION"],
            versionFormat: .packed, protocols: [.sixel], bidi: .switched(.explicitMode))
    ].since("0.80") { $0.takesProgress = true }

    private static let st = KnownTerminal(name: "st", marks: ["st-"], protocols: [.sixel])

    // The kitty graphics of iTerm2 were faulty until 2026 and are not yet trusted.
    private static let iTerm2 = [
        KnownTerminal(
            name: "iTerm2", marks: ["iterm2"], program: "iTerm.app",
            variables: ["ITERM_SESSION_ID"], protocols: [.iTerm2, .sixel])
    ].since("3.6.6") { $0.takesProgress = true }

    // WezTerm's progress bar was added the day before version 20250211 (wezterm#6581); the release
    // of 2024 shows a notification instead.
    private static let wezTerm = [
        KnownTerminal(
            name: "WezTerm", marks: ["wezterm"], program: "WezTerm", variables: ["WEZTERM_PANE"],
            protocols: [.kitty, .iTerm2, .sixel], crop: .tried, media: [.file, .direct])
    ].since("20250211") { $0.takesProgress = true }

    private static let ghostty = KnownTerminal(
        name: "Ghostty", marks: ["ghostty", "xterm-ghostty"], program: "ghostty",
        variables: ["GHOSTTY_RESOURCES_DIR"], protocols: [.kitty], hasUnicodePlaceholders: true,
        takesProgress: true)

    // xterm.js is the terminal of VS Code, among others. xterm.js stores 128 MB of pixels and then
    // deletes the oldest.
    private static let xtermJS = KnownTerminal(
        name: "xterm.js", marks: ["xterm.js("], secondaryAttributes: [0, 276], program: "vscode",
        protocols: [.kitty, .sixel, .iTerm2], mayLackPictures: true, crop: .tried,
        media: [.direct], storeBytes: 96_000_000, removal: .picture, keepsPicturesInCells: true,
        sixelRegisters: 256, hasFractionalCells: true)

    // Rio's sixel graphics were broken from 0.3.2 to 0.4.11.
    private static let rio = KnownTerminal(
        name: "Rio", marks: ["rio", "xterm-rio"], program: "rio", protocols: [.kitty, .iTerm2],
        crop: .tried)

    private static let warp = KnownTerminal(
        name: "Warp", marks: ["warp"], program: "WarpTerminal",
        variables: ["WARP_IS_LOCAL_SHELL_SESSION"], protocols: [.kitty, .iTerm2], crop: .tried,
        media: [.direct])

    private static let contour = [
        KnownTerminal(name: "Contour", marks: ["contour"], protocols: [.sixel])
    ]
    .since("0.6.1") { $0.hasSixelFaults = true }
    .since("0.6.2") { $0.hasSixelFaults = false }

    // Zellij is itself a terminal and passes no sequences to the outer terminal. It stores 100 MiB
    // of pictures.
    private static let zellij = [
        KnownTerminal(
            name: "Zellij", marks: ["zellij"], variables: ["ZELLIJ"], versionFormat: .packed,
            protocols: [.kitty, .sixel], media: [.file, .direct], storeBytes: 75_000_000)
    ]

    private static let windowsTerminal = KnownTerminal(
        name: "Windows Terminal", marks: ["windows terminal"], secondaryAttributes: [0, 10, 1],
        variables: ["WT_SESSION"], protocols: [.sixel], sixelRegisters: 256,
        virtualCell: PixelSize(width: 10, height: 20), takesProgress: true)

    private static let alacritty = KnownTerminal(
        name: "Alacritty", marks: ["alacritty"], variables: ["ALACRITTY_WINDOW_ID"],
        protocols: [.sixel])

    // tmux passes 24-bit colours on only if its own terminal supports them, according to COLORTERM.
    private static let tmux = [
        KnownTerminal(
            name: "tmux", marks: ["tmux"], secondaryAttributes: [84], program: "tmux",
            protocols: [.sixel], pictureCountLimit: 20, sixelRegisters: 256, hasTrueColour: false,
            multiplexer: .tmux)
    ]
    .since("3.7") {
        $0.passesThrough = false
        $0.takesProgress = true
    }
    .since("3.8") { $0.passesThrough = true }

    // GNU screen shows the bytes of a string after the first 768 as text; hyperlinks may be longer.
    private static let screen = KnownTerminal(
        name: "GNU screen", marks: ["screen"], secondaryAttributes: [83], versionFormat: .packed,
        protocols: [], hasTrueColour: false, multiplexer: .screen, takesHyperlinks: false)

    private static let linuxConsole = KnownTerminal(
        name: "Linux console", marks: ["linux"], protocols: [], hasTrueColour: false,
        hasBraille: false, takesHyperlinks: false)
}
