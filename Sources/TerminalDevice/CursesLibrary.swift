internal import CNcursesW

/// The library that draws pages of text, as it names itself.
package enum CursesLibrary {
    package static var version: String { String(cString: curses_version()) }
}
