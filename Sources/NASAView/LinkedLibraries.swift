internal import Archive
internal import PhotoCodec
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols
internal import Transfer

/// The libraries behind the program, in the versions that are loaded.
enum LinkedLibraries {
    static var versions: [(name: String, version: SafeText)] {
        [
            ("libcurl", SafeText(TransferLibrary.version)),
            ("TurboJPEG", DoctorWording.unknownVersion),
            ("libpng", SafeText(CodecLibraries.pngVersion)),
            ("lcms2", SafeText(CodecLibraries.colourVersion)),
            ("ncurses", SafeText(CursesLibrary.version)),
            ("SQLite", SafeText(ArchiveLibrary.version)),
        ]
    }

    /// What `--version` prints: the program's line first, so that `head -1` is enough.
    static var lines: [SafeText] {
        [SafeText("nasa-view \(Version.text)"), ""]
            + versions.map { SafeText("\($0.name): \($0.version.string)") }
    }
}
