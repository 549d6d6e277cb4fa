internal import Bounds
internal import CSQLite

/// A connection to a SQLite database, for one caller at a time; every call waits for the disk.
///
/// GRDB was tried, but it links Foundation, and each start took 5 ms longer (19.2 instead of 14.1
/// ms of CPU for `--version`, the minimum of 60 runs).
final class Database {
    private let connection: OpaquePointer
    private let budget = StepBudget()

    /// Opens an existing file.
    init(path: String) throws(DatabaseError) {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            // SQLite returns a connection to close even after a failure.
            sqlite3_close_v2(connection)
            throw DatabaseError(code: code & 0xFF, reason: String(cString: sqlite3_errstr(code)))
        }
        self.connection = connection
        // Waits up to 2,000 ms for another window, which never writes for long.
        sqlite3_busy_timeout(connection, 2000)
        // The program stores only shorter values, but a schema could create a value of 1 GB.
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(DatabaseLimits.rowBytes))
        budget.watch(connection)
    }

    deinit { sqlite3_close_v2(connection) }

    /// Runs statements without results.
    func run(script: String) throws(DatabaseError) {
        budget.refill()
        let code = sqlite3_exec(connection, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func execute(_ sql: String, _ values: SQLValue...) throws(DatabaseError) {
        _ = try rows(sql, values)
    }

    /// Returns the first value of each row of a query.
    func column(_ sql: String, _ values: SQLValue...) throws(DatabaseError) -> [SQLValue] {
        try rows(sql, values)
    }

    /// Runs `work` in a transaction that is committed, or rolled back after a failure.
    func transaction<Value>(
        _ work: (Database) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        // The transaction writes from the start, because one of two readers that both want to write
        // later would fail.
        try run(script: "BEGIN IMMEDIATE")
        do {
            let value = try work(self)
            try run(script: "COMMIT")
            return value
        } catch {
            budget.refill()
            // If the error has already ended the transaction, this call fails; only the first error
            // is reported.
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func rows(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> [SQLValue] {
        budget.refill()
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
        var byteCount = 0
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            guard sqlite3_column_count(statement) > 0 else { continue }
            rows.append(Self.value(statement))
            byteCount += Int(sqlite3_column_bytes(statement, 0))
            guard rows.count <= DatabaseLimits.rows, byteCount <= DatabaseLimits.resultBytes else {
                throw .endless
            }
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        if code & 0xFF == SQLITE_INTERRUPT { return .endless }
        return DatabaseError(code: code & 0xFF, reason: String(cString: sqlite3_errmsg(connection)))
    }

    private static func bind(
        _ value: SQLValue, _ index: Int32, _ statement: OpaquePointer
    ) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .text(let text):
            var text = text
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    csqlite_bind_text(statement, index, $0.baseAddress, Int32($0.count))
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                csqlite_bind_blob(statement, index, $0.baseAddress, Int32($0.count))
            }
        }
    }

    private static func value(_ statement: OpaquePointer) -> SQLValue {
        let count = Int(sqlite3_column_bytes(statement, 0))
        switch sqlite3_column_type(statement, 0) {
        case SQLITE_INTEGER:
            return .integer(sqlite3_column_int64(statement, 0))  // Bounded: by SQLValue.
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

/// The limits of a query, because a file may define an endless view instead of a table.
enum DatabaseLimits {
    /// The maximum number of steps of SQLite's virtual machine, about one or two seconds of work; a
    /// search of 20,000 seen photos takes a million steps.
    static let steps = 50_000_000
    /// The maximum time of a query, because a single step may be slow, such as one that creates a
    /// long value.
    static let time = Duration.seconds(20)
    /// The maximum number of rows, fifty times the number of stored photos.
    static let rows = 1_000_000
    /// The maximum number of bytes of a result, six times the size of all stored photos.
    static let resultBytes = 256 << 20
    /// The maximum number of bytes of a row; the longest stored photo has some 100 kB.
    static let rowBytes = 16 << 20
    /// The limit of all of SQLite's memory, in bytes; a search that sorts 20,000 photos takes 40
    /// MB.
    static let heapBytes = 256 << 20
}

/// A budget that ends a statement after too many steps or too much time.
private final class StepBudget {
    private var calls = 0
    private var end = SuspendingClock.now
    private static let stepsOfACall = 1000

    func refill() {
        calls = DatabaseLimits.steps / Self.stepsOfACall
        end = SuspendingClock.now + DatabaseLimits.time
    }

    private func spend() -> Bool {
        calls -= 1
        return calls >= 0 && SuspendingClock.now < end
    }

    /// Counts the steps of a connection.
    ///
    /// - Precondition: the budget lives as long as the connection.
    func watch(_ connection: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            connection, Int32(Self.stepsOfACall),
            { context in
                guard let context else { return 0 }
                let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                return budget.spend() ? 0 : 1
            }, context)
    }
}

/// An error of SQLite.
struct DatabaseError: Error, Hashable {
    /// SQLite's primary result code.
    let code: Int32
    let reason: String

    /// The error for a query that a foreign schema has made endless.
    static let endless = DatabaseError(code: SQLITE_INTERRUPT, reason: "")

    /// True if the file is damaged or not a database.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

enum SQLValue: Hashable, Sendable {
    case null
    /// An integer, to be read by `number` or `clamped`.
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// Returns the integer; `nil` for another type, or for an integer beyond the limit.
    func number<Limit: NumberLimit>(_ limit: Limit.Type) -> Bounded<Limit>? {
        guard case .integer(let value) = self else { return nil }
        return Bounded(value)
    }

    /// Returns the integer, clamped to the range; `nil` for another type.
    func clamped<Limit: NumberLimit>(to limit: Limit.Type) -> Bounded<Limit>? {
        guard case .integer(let value) = self else { return nil }
        return Bounded(clamping: value)
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
    /// The version, such as `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
