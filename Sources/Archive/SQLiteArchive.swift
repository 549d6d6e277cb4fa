internal import FoundationEssentials
internal import GRDB
package import PhotoCatalog

/// What was seen and kept, in a SQLite database that is opened when it is first needed.
package struct SQLiteArchive: PhotoArchive {
    private let desk: ArchiveDesk
    private let site: LibrarySite
    private let seenLimit: Int

    /// The archive in the file at an absolute path; what is missing on the way to it is made.
    ///
    /// Each photo seen takes some 2 kB with its words: 40 MB for as many as are usually kept.
    package init(path: String, site: LibrarySite, seenLimit: Int = 20_000) {
        desk = ArchiveDesk(path: path)
        self.site = site
        self.seenLimit = seenLimit
    }

    package func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query] {
        let snapshots = try await desk.perform { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT snapshot FROM query WHERE words LIKE ? ESCAPE '\\'
                    ORDER BY use DESC LIMIT ?
                    """, arguments: [Self.pattern(prefix), limit])
        }
        return snapshots.map { QuerySnapshot.query(in: $0) }
    }

    package func remember(_ query: Query) async throws(ArchiveFailure) {
        let snapshot = QuerySnapshot.text(of: query)
        guard snapshot.utf8.count <= Self.queryLimitBytes else { return }
        try await desk.perform { database in
            let use = try Self.nextUse(in: "query", database)
            try database.execute(
                sql: """
                    INSERT INTO query (snapshot, words, use) VALUES (?, ?, ?)
                    ON CONFLICT (snapshot) DO UPDATE SET use = excluded.use
                    """, arguments: [snapshot, query.text ?? "", use])
            try database.execute(
                sql: "DELETE FROM query WHERE use <= ?", arguments: [use - Self.queryLimit])
        }
    }

    package func favourites() async throws(ArchiveFailure) -> [Photo] {
        try await photos(sql: "SELECT snapshot FROM favourite ORDER BY number DESC", [])
    }

    package func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID> {
        try await desk.perform { database in
            Set(try String.fetchAll(database, sql: "SELECT id FROM favourite").map { PhotoID($0) })
        }
    }

    package func setFavourite(
        _ photo: Photo, _ isFavourite: Bool
    ) async throws(ArchiveFailure) {
        try await desk.perform { database in
            guard isFavourite else {
                try database.execute(
                    sql: "DELETE FROM favourite WHERE id = ?", arguments: [photo.id.text])
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO favourite (id, snapshot) VALUES (?, ?)
                    ON CONFLICT (id) DO UPDATE SET snapshot = excluded.snapshot
                    """, arguments: [photo.id.text, Data(PhotoSnapshot.bytes(of: photo))])
        }
    }

    package func remember(seen photos: [Photo]) async throws(ArchiveFailure) {
        guard !photos.isEmpty else { return }
        try await desk.perform { database in
            var use = try Self.nextUse(in: "seen", database)
            // The first of a page counts as the last seen, so that a list keeps its order.
            for photo in photos.reversed() {
                try Self.keep(photo, use, database)
                use += 1
            }
            try Self.trimSeen(database, to: seenLimit)
        }
    }

    package func seen(
        matching text: String, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] {
        guard let pattern = FTS5Pattern(matchingAllPrefixesIn: text) else {
            return try await photos(
                sql: "SELECT snapshot FROM seen ORDER BY use DESC LIMIT ?", [limit])
        }
        // A word in the title says more than one in a description of fifty.
        return try await photos(
            sql: """
                SELECT snapshot FROM seenWords JOIN seen ON seen.number = seenWords.rowid
                WHERE seenWords MATCH ? ORDER BY bm25(seenWords, 8, 1, 4, 8), use DESC LIMIT ?
                """, [pattern, limit])
    }

    package func notice() async -> ArchiveNotice? { await desk.takeNotice() }

    private func photos(
        sql: String, _ arguments: StatementArguments
    ) async throws(ArchiveFailure) -> [Photo] {
        let snapshots = try await desk.perform { database in
            try Data.fetchAll(database, sql: sql, arguments: arguments)
        }
        return snapshots.compactMap { PhotoSnapshot.photo(in: Array($0), site: site) }
    }
}

extension SQLiteArchive {
    /// Nobody completes by what was searched for longer ago.
    private static let queryLimit: Int64 = 500
    /// NASA answers 414 to longer ones.
    private static let queryLimitBytes = 8192

    private static func keep(_ photo: Photo, _ use: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO seen (id, use, snapshot) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET use = excluded.use, snapshot = excluded.snapshot
                """, arguments: [photo.id.text, use, Data(PhotoSnapshot.bytes(of: photo))])
        let number = try Int64.fetchOne(
            database, sql: "SELECT number FROM seen WHERE id = ?", arguments: [photo.id.text])
        let texts = photo.texts
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO seenWords (rowid, title, description, keywords, id)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                number, texts.title, texts.description, texts.keywords.joined(separator: " "),
                photo.id.text,
            ])
    }

    private static func trimSeen(_ database: Database, to limit: Int) throws {
        let old = try Int64.fetchAll(
            database, sql: "SELECT number FROM seen ORDER BY use DESC LIMIT -1 OFFSET ?",
            arguments: [limit])
        for number in old {
            try database.execute(sql: "DELETE FROM seen WHERE number = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM seenWords WHERE rowid = ?", arguments: [number])
        }
    }

    /// Counts uses instead of seconds: clocks are turned back.
    private static func nextUse(in table: String, _ database: Database) throws -> Int64 {
        (try Int64.fetchOne(database, sql: "SELECT max(use) FROM \(table)") ?? 0) + 1
    }

    private static func pattern(_ prefix: String) -> String {
        prefix.map { #"\%_"#.contains($0) ? #"\\#($0)"# : String($0) }.joined() + "%"
    }
}
