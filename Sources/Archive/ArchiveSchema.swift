internal import GRDB

/// The tables, and how those of earlier versions become these.
///
/// A migration that was released is never changed: a new one follows it.
enum ArchiveSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: queries, favourites, seen photos") { try makeTables($0) }
        return migrator
    }()

    private static func makeTables(_ database: Database) throws {
        try database.execute(
            sql: """
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
                """)
    }
}
