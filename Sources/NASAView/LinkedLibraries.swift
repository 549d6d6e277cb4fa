internal import Archive
internal import Localization
internal import PhotoCodec
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols
internal import Transfer

/// The libraries behind the program, in the versions that are loaded.
enum LinkedLibraries {
    static func versions(_ words: DoctorStrings) -> [(name: String, version: SafeText)] {
        [
            ("libcurl", SafeText(CurlLibrary.version)),
            ("TurboJPEG", words.unknownVersion),
            ("libpng", SafeText(CodecLibraries.pngVersion)),
            ("lcms2", SafeText(CodecLibraries.colourVersion)),
            ("ncurses", SafeText(CursesLibrary.version)),
            ("SQLite", SafeText(SQLiteLibrary.version)),
        ]
    }

    /// What `--version` prints: the program's line first, so that `head -1` is enough.
    static func lines(_ words: DoctorStrings) -> [SafeText] {
        [SafeText("nasa-view \(Version.text)"), ""]
            + versions(words).map { SafeText("\($0.name): \($0.version.string)") }
    }
}
