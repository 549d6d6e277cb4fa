package import Imaging

/// A terminal with quirks that its replies do not tell: a row of the table of known terminals.
///
/// A terminal can have several rows: each is for a version and newer ones (`since`).
package struct KnownTerminal: Hashable, Sendable {
    package let name: String
    /// The beginning of its XTVERSION reply or its TERM, in lower case.
    let marks: [String]
    /// The beginning of its DA2 reply, if that is distinctive.
    var secondaryAttributes: [Int] = []
    /// The oldest version this row is for; `nil` for any, also an unknown one.
    package private(set) var minimumVersion: TerminalVersion?
    /// The version that was recognised; `nil` if unknown, and in the table.
    package var version: TerminalVersion?

    // How it is recognised if its replies and TERM do not tell. Tried last, since programs started
    // from it inherit its variables.

    /// Its TERM_PROGRAM.
    var program: String?
    /// Variables that it sets, whatever their value.
    var variables: [String] = []
    /// The form of its version, in the replies that name it.
    var versionFormat = VersionFormat.numbers

    // Pictures.

    /// The protocols to use, the best first; blocks if none works.
    ///
    /// kitty's and sixel must have been answered. iTerm2's cannot be asked about: it is used only
    /// in a terminal that lists it here and has given its name itself.
    package var protocols: [GraphicsProtocol] = [.kitty, .sixel]
    /// Draws no pictures at all in some builds or settings: it has iTerm2's only if it answers that it
    /// has kitty's or sixel.
    var mayLackPictures = false
    /// The terminal's support for regions of stored pictures (kitty's x, y, w and h).
    package var crop = CropSupport.works
    /// The media by which it takes kitty's pictures; each but `direct` is asked about.
    package var media = KittyMedium.allCases
    /// The bytes to store in it at most, four a pixel.
    ///
    /// kitty, Ghostty and WezTerm keep 320 MB, then drop the oldest; 200 MB leave room for other
    /// programs.
    package var storeBytes = 200_000_000
    /// The deletion that deleting one placement (`d=i` with a `p`) causes.
    package var removal = PictureRemoval.placement
    /// Reads no key while it takes a picture, and takes long: it is sent small ones.
    package var takesPicturesInPieces = false
    /// Shows pictures where placeholder characters are printed (U=1), also inside tmux.
    package var hasUnicodePlaceholders = false
    /// Keeps a picture in its cells, whatever is written there later, until ED 2.
    package var keepsPicturesInCells = false
    /// The most sixel pictures it keeps, in all its windows; it drops the oldest.
    package var pictureCountLimit: Int?
    /// The most sixel registers to use, whatever it answers; `nil` if its answer is right.
    package var sixelRegisters: Int?
    /// The largest sixel picture it draws, if it does not answer; `nil` if there is no limit.
    package var sixelLimit: PixelSize?
    /// Its treatment of sixel pictures when its text scrolls; `nil` if it does not move them well.
    var scrolledPictures: ScrolledPictures?
    /// May draw sixel wrongly in this version.
    package var hasSixelFaults = false

    // Cells, colours, mouse.

    /// The size of a cell that pictures are measured by, whatever the font.
    package var virtualCell: PixelSize?
    /// Has cells of fractional pixels and no margins: its text area gives a cell's size, which its
    /// own reply rounds.
    package var hasFractionalCells = false
    var hasTrueColour = true
    /// Draws many colours slowly: 11 frames of half blocks a second, 75 in 256 colours.
    package var isSlowInTrueColour = false
    /// The number of the leftmost pixel in its mouse reports.
    package var firstMousePixel = 1

    /// `nil` if it is not a multiplexer.
    package var multiplexer: Multiplexer?
    /// True if a multiplexer passes bytes on, and the outer terminal's replies back.
    package var passesThrough = true

    // Manners.

    /// The terminal's own treatment of right-to-left text.
    package var bidi = BidiSupport.none
    /// True if its usual font has braille; others show boxes.
    package var hasBraille = true
    /// Knows kitty's usage hints (`N`); others may refuse a picture with an unknown key.
    package var takesUsageHints = false
    /// Shows hyperlinks (OSC 8), or ignores them.
    package var takesHyperlinks = true
    /// Has a progress bar (OSC 9;4), which to others is nothing or a notification.
    package var takesProgress = false

    /// The multiplexer to pass pictures through; `nil` for other terminals and multiplexers that
    /// lose them.
    package var passage: Multiplexer? { passesThrough ? multiplexer : nil }

    /// The forms of versions.
    enum VersionFormat: Hashable {
        case numbers
        /// In one number: 7006 for 0.70.6.
        case packed
    }

    /// The support for kitty's keys for a region of a picture.
    package enum CropSupport: Hashable, Sendable {
        case works
        /// Depends on the version or is disputed: used only if it was tried (`KittyCropProbe`).
        case tried
        /// Is tried too, and used unless it turned out not to work.
        case assumed
    }

    /// The objects that a terminal deletes with a placement of a stored picture.
    package enum PictureRemoval: Hashable, Sendable {
        case placement
        /// The stored picture too.
        case picture
    }
}

extension [KnownTerminal] {
    /// The rows, and one more: the last as it is since a version.
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

    /// A terminal with an unknown name or none: only its answers count.
    package static let unknown = KnownTerminal(
        name: "", marks: [], crop: .assumed, takesHyperlinks: false)

    /// True if kitty's protocol may be used on it, if it has that.
    func crops(_ capabilities: TerminalCapabilities) -> Bool {
        switch crop {
        case .works: true
        case .tried: capabilities.cropsPictures == true
        case .assumed: capabilities.cropsPictures != false
        }
    }

    /// The sixel registers it has.
    func registers(_ capabilities: TerminalCapabilities) -> Int {
        min(sixelRegisters ?? .max, capabilities.sixelRegisters ?? Palette.usualLimit)
    }

    /// The largest sixel picture it draws; `nil` if it named none.
    func pictureLimit(_ capabilities: TerminalCapabilities) -> PixelSize? {
        capabilities.sixelLimit ?? sixelLimit
    }

    // Measured in the terminals themselves (facts/terminals.md §3 and §4) or reported of them
    // (facts/terminals-2026.md). Terminals.md has the same table: a test compares them.
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

    // Its progress came the day before (wezterm#6581); the release of 2024 shows a notification.
    private static let wezTerm = [
        KnownTerminal(
            name: "WezTerm", marks: ["wezterm"], program: "WezTerm", variables: ["WEZTERM_PANE"],
            protocols: [.kitty, .iTerm2, .sixel], crop: .tried, media: [.file, .direct])
    ].since("20250211") { $0.takesProgress = true }

    private static let ghostty = KnownTerminal(
        name: "Ghostty", marks: ["ghostty", "xterm-ghostty"], program: "ghostty",
        variables: ["GHOSTTY_RESOURCES_DIR"], protocols: [.kitty], hasUnicodePlaceholders: true,
        takesProgress: true)

    // VS Code's terminal among others. It keeps 128 MB of pixels, then drops the oldest.
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

    // A terminal itself, which passes nothing on. It keeps 100 MiB of pictures.
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

    // Passes 24-bit colours on only if its own terminal has them: COLORTERM must say so.
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

    // It shows as text what a string has beyond 768 bytes: hyperlinks may be longer.
    private static let screen = KnownTerminal(
        name: "GNU screen", marks: ["screen"], secondaryAttributes: [83], versionFormat: .packed,
        protocols: [], hasTrueColour: false, multiplexer: .screen, takesHyperlinks: false)

    private static let linuxConsole = KnownTerminal(
        name: "Linux console", marks: ["linux"], protocols: [], hasTrueColour: false,
        hasBraille: false, takesHyperlinks: false)
}
