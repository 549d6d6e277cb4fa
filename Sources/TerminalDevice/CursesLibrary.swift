internal import Bounds
internal import CNcursesW
internal import Synchronization

/// The ncurses library: the screens of the process, and their shared state.
package enum CursesLibrary {
    /// The version of ncurses, for `doctor`.
    package static var version: String { String(cString: curses_version()) }

    /// A screen of ncurses, and the files that it writes to and reads from.
    struct Screen: @unchecked Sendable {
        let pointer: OpaquePointer
        let files: [UnsafeMutablePointer<FILE>]
    }

    /// The screens of the process.
    struct Screens {
        var used = 0
        /// The screens that are no longer used but not yet deleted, because deleting a screen frees
        /// the windows of all other screens.
        var left: [Screen] = []
    }

    /// The screens; ncurses draws on one current screen per process, on one thread at a time.
    static let screens = Mutex(Screens())

    /// Sets the locale and the environment that ncurses reads, before each screen is created.
    static func prepare() {
        // ncurses writes UTF-8 only in a UTF-8 locale; C.UTF-8 is used if the user's locale has
        // another encoding.
        if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8"
        {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        // The program sets the size, but ncurses first allocates LINES by COLUMNS cells: with 30000
        // in both, nothing was drawn. Entries without a size (linux, cygwin) need these variables.
        use_env(isEnvironmentSane)
    }

    private static var isEnvironmentSane: Bool {
        ["LINES", "COLUMNS"].allSatisfy { (name: String) in
            getenv(name).map { (1...500).number(in: String(cString: $0)) != nil } ?? true
        }
    }

    /// Opens a file in memory for the output of ncurses.
    ///
    /// With a file in a full /tmp, pages were lost without an error. A pipe would block ncurses for
    /// a page over 64 kB, in the thread that empties the pipe.
    static func openOutput() -> UnsafeMutablePointer<FILE>? {
        let descriptor = nv_open_memory("nasa-view-page")
        if descriptor >= 0, let file = fdopen(descriptor, "w+") { return file }
        if descriptor >= 0 { close(descriptor) }
        // A temporary file is used with kernels before 3.17, and on other systems.
        return tmpfile()
    }
}
