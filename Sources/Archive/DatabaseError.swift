internal import CSQLite

/// What SQLite says when it cannot do something.
struct DatabaseError: Error, Hashable {
    /// SQLite's primary result code.
    let code: Int32
    let reason: String

    /// Whether the file is no database, or a damaged one.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}
