/// The tables, and how those of earlier versions become these.
///
/// A step that was released is never changed: a new one follows it.
enum ArchiveSchema {
    /// Brings a database to the present version.
    ///
    /// - Returns: false where a newer program made it.
    static func prepare(_ database: Database) throws(DatabaseError) -> Bool {
        try database.run(script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        if try version(of: database) == steps.count { return true }
        return try database.transaction { database throws(DatabaseError) in
            // Another window may have come first.
            let version = try version(of: database)
            guard version <= steps.count else { return false }
            for step in steps.dropFirst(version) { try database.run(script: step) }
            try database.run(script: "PRAGMA user_version = \(steps.count)")
            return true
        }
    }

    private static func version(of database: Database) throws(DatabaseError) -> Int {
        Int(try database.column("PRAGMA user_version").first?.integer ?? 0)
    }

    private static let steps = [
        """
        CREATE TABLE query (
            snapshot TEXT PRIMARY KEY NOT NULL, words TEXT NOT NULL, use INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX queryByUse ON query (use);
        CREATE TABLE favourite (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, snapshot BLOB NOT NULL
        );
        CREATE TABLE seen (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, use INTEGER NOT NULL,
            snapshot BLOB NOT NULL
        );
        CREATE INDEX seenByUse ON seen (use);
        -- One row for each of seen, under its number.
        CREATE VIRTUAL TABLE seenWords USING fts5(
            title, description, keywords, id, tokenize = 'unicode61 remove_diacritics 2'
        );
        """
    ]
}
