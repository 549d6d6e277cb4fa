internal import CSQLite

/// A connection to a SQLite database, for one caller at a time; every call waits for the disk.
///
/// GRDB was tried: it links Foundation, and each start took 5 ms longer (14.1 to 19.2 ms of CPU for
/// `--version`, least of 60 runs).
final class Database {
    private let connection: OpaquePointer

    /// Opens a file that exists.
    init(path: String) throws(DatabaseError) {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            // There is a connection even now, which must be closed.
            sqlite3_close_v2(connection)
            throw DatabaseError(code: code & 0xFF, reason: String(cString: sqlite3_errstr(code)))
        }
        self.connection = connection
        // Milliseconds: another window may be writing, which never takes long.
        sqlite3_busy_timeout(connection, 2000)
    }

    deinit { sqlite3_close_v2(connection) }

    /// Runs statements without results.
    func run(script: String) throws(DatabaseError) {
        let code = sqlite3_exec(connection, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func execute(_ sql: String, _ values: SQLValue...) throws(DatabaseError) {
        _ = try rows(sql, values)
    }

    /// The first value of each row of a query.
    func column(_ sql: String, _ values: SQLValue...) throws(DatabaseError) -> [SQLValue] {
        try rows(sql, values)
    }

    /// Runs `work` completely or not at all.
    func transaction<Value>(
        _ work: (Database) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        // A writer from the start: of two readers that want to become writers one would fail.
        try run(script: "BEGIN IMMEDIATE")
        do {
            let value = try work(self)
            try run(script: "COMMIT")
            return value
        } catch {
            // This fails if the error ended the transaction; the first error is the one to report.
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func rows(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> [SQLValue] {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK, let statement else { throw failure(code) }
        for (index, value) in values.enumerated() {
            let code = Self.bind(value, Int32(index + 1), statement)
            guard code == SQLITE_OK else { throw failure(code) }
        }
        return try rows(of: statement)
    }

    private func rows(of statement: OpaquePointer) throws(DatabaseError) -> [SQLValue] {
        var rows: [SQLValue] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            if sqlite3_column_count(statement) > 0 { rows.append(Self.value(statement)) }
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(code: code & 0xFF, reason: String(cString: sqlite3_errmsg(connection)))
    }

    private static func bind(
        _ value: SQLValue, _ place: Int32, _ statement: OpaquePointer
    ) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, place)
        case .integer(let number): return sqlite3_bind_int64(statement, place, number)
        case .text(let text):
            var text = text
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    csqlite_bind_text(statement, place, $0.baseAddress, Int32($0.count))
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                csqlite_bind_blob(statement, place, $0.baseAddress, Int32($0.count))
            }
        }
    }

    private static func value(_ statement: OpaquePointer) -> SQLValue {
        let count = Int(sqlite3_column_bytes(statement, 0))
        switch sqlite3_column_type(statement, 0) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, 0))
        case SQLITE_TEXT:
            let text = sqlite3_column_text(statement, 0)
            return .text(
                String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, 0)
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }
}

/// An error of SQLite.
struct DatabaseError: Error, Hashable {
    /// SQLite's primary result code.
    let code: Int32
    let reason: String

    /// Whether the file is damaged or no database.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

/// A value in a database.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    var bytes: [UInt8]? {
        guard case .blob(let value) = self else { return nil }
        return value
    }
}

/// The SQLite library.
package enum SQLiteLibrary {
    /// Such as `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
