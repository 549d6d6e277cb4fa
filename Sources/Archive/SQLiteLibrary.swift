internal import CSQLite

/// The library that the archive is kept by.
package enum SQLiteLibrary {
    /// As it names itself: `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
