package import Imaging

/// A terminal with quirks that its replies do not reveal: a row of the table of known terminals.
///
/// A terminal can have several rows, each for a version and newer ones (`since`).
package struct KnownTerminal: Hashable, Sendable {
    package let name: String
    /// The start of its XTVERSION reply or its TERM, in lower case.
    let marks: [String]
    /// The start of its DA2 reply, if that is distinctive.
    var secondaryAttributes: [Int] = []
    /// The oldest version for this row; `nil` for any version, including an unknown one.
    package private(set) var minimumVersion: TerminalVersion?
    /// The recognised version; `nil` if unknown, and in the table.
    package var version: TerminalVersion?

    // These identify it if its replies and TERM do not. They are tried last, because programs
    // started from it inherit its variables.

    /// Its TERM_PROGRAM.
    var program: String?
    /// The variables that it sets, to any value.
    var variables: [String] = []
    /// The format of its version in replies that name it.
    var versionFormat = VersionFormat.numbers

    // Pictures.

    /// The protocols to use, the best first; blocks if none works.
    ///
    /// kitty's and sixel also need a reply. iTerm2's has no query: it is used only in a terminal
    /// that lists it here and has named itself in a reply.
    package var protocols: [GraphicsProtocol] = [.kitty, .sixel]
    /// True if it draws no pictures in some builds or settings: it then supports iTerm2's only if
    /// it reports kitty's or sixel.
    var mayLackPictures = false
    /// The terminal's support for regions of stored pictures (kitty's x, y, w and h).
    package var crop = CropSupport.works
    /// The media through which it accepts kitty's pictures; each except `direct` is queried.
    package var media = KittyMedium.allCases
    /// The maximum number of bytes to store in it, four a pixel.
    ///
    /// kitty, Ghostty and WezTerm store 320 MB, and then delete the oldest; 200 MB leave room for
    /// other programs.
    package var storeBytes = 200_000_000
    /// The objects that it deletes when one placement is deleted (`d=i` with a `p`).
    package var removal = PictureRemoval.placement
    /// True if it reads no keys while it receives a picture slowly: it gets small ones.
    package var takesPicturesInPieces = false
    /// True if it shows pictures where placeholder characters are printed (U=1), also inside tmux.
    package var hasUnicodePlaceholders = false
    /// True if a picture stays in its cells, whatever is written there, until ED 2.
    package var keepsPicturesInCells = false
    /// The maximum number of sixel pictures it stores, in all its windows; it deletes the oldest.
    package var pictureCountLimit: Int?
    /// The maximum number of sixel registers to use, whatever it reports; `nil` if its reply is
    /// right.
    package var sixelRegisters: Int?
    /// The largest sixel picture it draws, if it does not report it; `nil` if there is no limit.
    package var sixelLimit: PixelSize?
    /// Its treatment of sixel pictures when its text scrolls; `nil` if it does not move them
    /// correctly.
    var scrolledPictures: ScrolledPictures?
    /// True if this version may draw sixel wrongly.
    package var hasSixelFaults = false

    // Cells, colours, mouse.

    /// The size of a cell for pictures, whatever the font.
    package var virtualCell: PixelSize?
    /// True if cells have a fractional size and there are no margins: the text area gives a cell's
    /// exact size, which its own reply rounds.
    package var hasFractionalCells = false
    var hasTrueColour = true
    /// True if many colours are slow: 11 frames of half blocks a second, against 75 in 256 colours.
    package var isSlowInTrueColour = false
    /// The number of the leftmost pixel in its mouse reports.
    package var firstMousePixel = 1

    /// The multiplexer, if it is one.
    package var multiplexer: Multiplexer?
    /// True if a multiplexer passes bytes on to the outer terminal, and its replies back.
    package var passesThrough = true

    // Other behaviour.

    /// The terminal's own treatment of right-to-left text.
    package var bidi = BidiSupport.none
    /// True if its usual font has braille; otherwise boxes would be shown.
    package var hasBraille = true
    /// True if it supports kitty's usage hints (`N`); others may reject a picture with an unknown
    /// key.
    package var takesUsageHints = false
    /// True if it shows hyperlinks (OSC 8), or ignores them.
    package var takesHyperlinks = true
    /// True if it has a progress bar (OSC 9;4); other terminals ignore it or show a notification.
    package var takesProgress = false

    /// The multiplexer through which pictures pass; `nil` for other terminals, and for multiplexers
    /// that lose them.
    package var passage: Multiplexer? { passesThrough ? multiplexer : nil }

    enum VersionFormat: Hashable {
        case numbers
        /// One number: 7006 for 0.70.6.
        case packed
    }

    /// The support for kitty's keys for a region of a picture.
    package enum CropSupport: Hashable, Sendable {
        case works
        /// It depends on the version or is disputed: used only after a successful test
        /// (`KittyCropProbe`).
        case tried
        /// It is tested, too, and used unless the test fails.
        case assumed
    }

    /// The objects that a terminal deletes with a placement of a stored picture.
    package enum PictureRemoval: Hashable, Sendable {
        case placement
        /// The stored picture, too.
        case picture
    }
}

extension [KnownTerminal] {
    /// Returns the rows and a new last row for a version, which changes the one before.
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

    /// A terminal with an unknown name or none: only its replies count.
    package static let unknown = KnownTerminal(
        name: "", marks: [], crop: .assumed, takesHyperlinks: false)

    /// True if kitty's protocol may be used on it, provided that it supports it.
    func crops(_ capabilities: TerminalCapabilities) -> Bool {
        switch crop {
        case .works: true
        case .tried: capabilities.cropsPictures == true
        case .assumed: capabilities.cropsPictures != false
        }
    }

    /// Returns the number of its sixel registers.
    func registers(_ capabilities: TerminalCapabilities) -> Int {
        min(sixelRegisters ?? .max, capabilities.sixelRegisters ?? Palette.usualLimit)
    }

    /// Returns the largest sixel picture it draws; `nil` if it reported none.
    func pictureLimit(_ capabilities: TerminalCapabilities) -> PixelSize? {
        capabilities.sixelLimit ?? sixelLimit
    }

    // The rows were measured in the terminals themselves, or reported by their users. Terminals.md
    // has the same table: a test compares them.
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

    // Its kitty graphics were faulty until 2026, and are not yet trusted.
    private static let iTerm2 = [
        KnownTerminal(
            name: "iTerm2", marks: ["iterm2"], program: "iTerm.app",
            variables: ["ITERM_SESSION_ID"], protocols: [.iTerm2, .sixel])
    ].since("3.6.6") { $0.takesProgress = true }

    // Its progress bar was added the day before (wezterm#6581); the release of 2024 shows a
    // notification.
    private static let wezTerm = [
        KnownTerminal(
            name: "WezTerm", marks: ["wezterm"], program: "WezTerm", variables: ["WEZTERM_PANE"],
            protocols: [.kitty, .iTerm2, .sixel], crop: .tried, media: [.file, .direct])
    ].since("20250211") { $0.takesProgress = true }

    private static let ghostty = KnownTerminal(
        name: "Ghostty", marks: ["ghostty", "xterm-ghostty"], program: "ghostty",
        variables: ["GHOSTTY_RESOURCES_DIR"], protocols: [.kitty], hasUnicodePlaceholders: true,
        takesProgress: true)

    // Among others, VS Code's terminal. It stores 128 MB of pixels, and then deletes the oldest.
    private static let xtermJS = KnownTerminal(
        name: "xterm.js", marks: ["xterm.js("], secondaryAttributes: [0, 276], program: "vscode",
        protocols: [.kitty, .sixel, .iTerm2], mayLackPictures: true, crop: .tried,
        media: [.direct], storeBytes: 96_000_000, removal: .picture, keepsPicturesInCells: true,
        sixelRegisters: 256, hasFractionalCells: true)

    // Its sixel was broken from 0.3.2 to 0.4.11.
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

    // It is itself a terminal, and passes nothing on. It stores 100 MiB of pictures.
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

    // It passes 24-bit colours on only if its own terminal supports them, according to COLORTERM.
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

    // It shows the bytes of a string after the first 768 as text, and hyperlinks may be longer.
    private static let screen = KnownTerminal(
        name: "GNU screen", marks: ["screen"], secondaryAttributes: [83], versionFormat: .packed,
        protocols: [], hasTrueColour: false, multiplexer: .screen, takesHyperlinks: false)

    private static let linuxConsole = KnownTerminal(
        name: "Linux console", marks: ["linux"], protocols: [], hasTrueColour: false,
        hasBraille: false, takesHyperlinks: false)
}
