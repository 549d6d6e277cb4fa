internal import Bounds
package import PhotoCatalog

/// The archive in a SQLite database, which is opened on first use.
package struct SQLiteArchive: PhotoArchive {
    private let queue: DatabaseQueue
    private let site: LibrarySite
    private let seenLimit: Int

    /// Creates the archive in the file at an absolute path, with any missing parent folders.
    ///
    /// Each seen photo takes some 2 kB including its words: 40 MB for the default limit.
    package init(path: String, site: LibrarySite, seenLimit: Int = 20_000) {
        queue = DatabaseQueue(path: path)
        self.site = site
        self.seenLimit = seenLimit
    }

    package func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query] {
        let snapshots = try await queue.perform { database throws(DatabaseError) in
            try database.column(
                #"""
                SELECT snapshot FROM query WHERE words LIKE ? ESCAPE '\'
                ORDER BY use DESC LIMIT ?
                """#, .text(Self.pattern(prefix)), .integer(Int64(limit)))
        }
        return snapshots.compactMap(\.text).map { QuerySnapshot.query(in: $0) }
    }

    package func remember(_ query: Query) async throws(ArchiveFailure) {
        let snapshot = QuerySnapshot.text(of: query)
        guard snapshot.utf8.count <= Self.queryLimitBytes else { return }
        try await queue.perform { database throws(DatabaseError) in
            let use = try Self.nextUse(in: "query", database)
            try database.execute(
                """
                INSERT INTO query (snapshot, words, use) VALUES (?, ?, ?)
                ON CONFLICT (snapshot) DO UPDATE SET use = excluded.use
                """, .text(snapshot), .text(query.text ?? ""), .integer(use))
            try database.execute(
                "DELETE FROM query WHERE use <= ?", .integer(use - Self.queryLimit))
        }
    }

    package func favourites() async throws(ArchiveFailure) -> [Photo] {
        photos(
            try await queue.perform { database throws(DatabaseError) in
                try database.column("SELECT snapshot FROM favourite ORDER BY number DESC")
            })
    }

    package func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID> {
        let ids = try await queue.perform { database throws(DatabaseError) in
            try database.column("SELECT id FROM favourite")
        }
        return Set(ids.compactMap(\.text).map { PhotoID($0) })
    }

    package func setFavourite(_ photo: Photo, _ isFavourite: Bool) async throws(ArchiveFailure) {
        try await queue.perform { database throws(DatabaseError) in
            guard isFavourite else {
                return try database.execute(
                    "DELETE FROM favourite WHERE id = ?", .text(photo.id.text))
            }
            try database.execute(
                """
                INSERT INTO favourite (id, snapshot) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET snapshot = excluded.snapshot
                """, .text(photo.id.text), .blob(PhotoSnapshot.bytes(of: photo)))
        }
    }

    package func remember(seen photos: [Photo]) async throws(ArchiveFailure) {
        guard !photos.isEmpty else { return }
        try await queue.perform { [seenLimit] database throws(DatabaseError) in
            var use = try Self.nextUse(in: "seen", database)
            // The first photo of a page counts as the last seen, so that a list keeps its order.
            for photo in photos.reversed() {
                try Self.keep(photo, use, database)
                use += 1
            }
            try Self.trimSeen(database, to: seenLimit)
        }
    }

    package func seen(
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] {
        let words = Self.words(text)
        let limit = SQLValue.integer(Int64(limit))
        let source = Self.condition(for: service)
        return photos(
            try await queue.perform { database throws(DatabaseError) in
                guard !words.isEmpty else {
                    return try database.column(
                        "SELECT snapshot FROM seen WHERE \(source) ORDER BY use DESC LIMIT ?", limit
                    )
                }
                // A word in the title counts more than a word in a description of fifty words.
                return try database.column(
                    """
                    SELECT snapshot FROM seenWords JOIN seen ON seen.number = seenWords.rowid
                    WHERE seenWords MATCH ? AND \(source)
                    ORDER BY bm25(seenWords, 8, 1, 4, 8), use DESC LIMIT ?
                    """, .text(words), limit)
            })
    }

    package func bookmarks() async throws(ArchiveFailure) -> [Bookmark] {
        let columns = try await queue.perform { database throws(DatabaseError) in
            var columns: [[SQLValue]] = []
            for name in ["photo", "view", "name", "snapshot"] {
                columns.append(
                    try database.column("SELECT \(name) FROM place ORDER BY number DESC"))
            }
            return columns
        }
        // A damaged database may contain anything, and a view may return different rows each time.
        return (0..<(columns.map(\.count).min() ?? 0)).compactMap { index in
            guard let photo = columns[0][index].text, let view = columns[1][index].text,
                let name = columns[2][index].text
            else { return nil }
            let snapshot = columns[3][index].bytes
            return Bookmark(
                photo: photo, view: view, name: name,
                known: snapshot.flatMap { PhotoSnapshot.photo(in: $0, site: site) })
        }
    }

    package func keep(_ bookmark: Bookmark) async throws(ArchiveFailure) {
        guard max(bookmark.photo.utf8.count, bookmark.view.utf8.count) <= Self.placeLimitBytes
        else {
            return
        }
        try await queue.perform { database throws(DatabaseError) in
            try database.execute(
                "DELETE FROM place WHERE photo = ? AND view = ?", .text(bookmark.photo),
                .text(bookmark.view))
            try database.execute(
                "INSERT INTO place (photo, view, name, snapshot) VALUES (?, ?, ?, ?)",
                .text(bookmark.photo), .text(bookmark.view), .text(bookmark.name),
                bookmark.known.map { .blob(PhotoSnapshot.bytes(of: $0)) } ?? .null)
            try database.execute(
                """
                DELETE FROM place WHERE number NOT IN
                    (SELECT number FROM place ORDER BY number DESC LIMIT ?)
                """, .integer(Self.placeLimit))
        }
    }

    package func forget(_ bookmark: Bookmark) async throws(ArchiveFailure) {
        try await queue.perform { database throws(DatabaseError) in
            try database.execute(
                "DELETE FROM place WHERE photo = ? AND view = ?", .text(bookmark.photo),
                .text(bookmark.view))
        }
    }

    package func notice() async -> ArchiveNotice? { await queue.popNotice() }

    private func photos(_ snapshots: [SQLValue]) -> [Photo] {
        snapshots.compactMap(\.bytes).compactMap { PhotoSnapshot.photo(in: $0, site: site) }
    }
}

extension SQLiteArchive {
    /// The maximum number of stored searches; older ones are deleted.
    private static let queryLimit: Int64 = 500
    /// The maximum length of a stored search in bytes; NASA rejects longer ones with status 414.
    private static let queryLimitBytes = 8192
    /// The maximum number of bookmarks; the oldest are deleted.
    private static let placeLimit: Int64 = 2000
    /// The maximum length of a bookmark's photo or view in bytes: that of the longest address that
    /// is fetched; paths are shorter.
    private static let placeLimitBytes = 8192

    private static func keep(
        _ photo: Photo, _ use: Int64, _ database: Database
    ) throws(DatabaseError) {
        let id = SQLValue.text(photo.id.text)
        try database.execute(
            """
            INSERT INTO seen (id, use, snapshot) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET use = excluded.use, snapshot = excluded.snapshot
            """, id, .integer(use), .blob(PhotoSnapshot.bytes(of: photo)))
        let number = try database.column("SELECT number FROM seen WHERE id = ?", id).first ?? .null
        let texts = photo.texts
        try database.execute(
            """
            INSERT OR REPLACE INTO seenWords (rowid, title, description, keywords, id)
            VALUES (?, ?, ?, ?, ?)
            """, number, SQLValue(texts.title), SQLValue(texts.description),
            .text(texts.keywords.joined(separator: " ")), id)
    }

    /// Returns an SQL condition for the photos of a service; `nil` stands for all services.
    ///
    /// An ID begins with the name of its service, except in NASA's library.
    private static func condition(for service: Service?) -> String {
        let named = { (other: Service) in "instr(seen.id, '\(other.rawValue):') = 1" }
        return switch service {
        case .nasa:
            Service.allCases.filter { $0 != .nasa }.map { "NOT " + named($0) }
                .joined(separator: " AND ")
        case let service?: named(service)
        case nil: "TRUE"
        }
    }

    private static func trimSeen(_ database: Database, to limit: Int) throws(DatabaseError) {
        let old = try database.column(
            "SELECT number FROM seen ORDER BY use DESC LIMIT -1 OFFSET ?", .integer(Int64(limit)))
        for number in old {
            try database.execute("DELETE FROM seen WHERE number = ?", number)
            try database.execute("DELETE FROM seenWords WHERE rowid = ?", number)
        }
    }

    /// Returns the number of the next use; uses have no dates, because a clock can be set back.
    ///
    /// A damaged database may contain any number.
    private static func nextUse(
        in table: String, _ database: Database
    ) throws(DatabaseError) -> Int64 {
        let last = try database.column("SELECT max(use) FROM \(table)").first
        return Int64(last?.clamped(to: UseCount.self)?.value ?? 0) + 1
    }

    /// The limit of the count, far above any real count.
    private enum UseCount: NumberLimit { static let range = 0...OutsideNumbers.all.upperBound }

    private static func pattern(_ prefix: String) -> String {
        prefix.map { #"\%_"#.contains($0) ? #"\\#($0)"# : String($0) }.joined() + "%"
    }

    /// Returns an FTS5 query for all words of a text, each as a prefix.
    private static func words(_ text: String) -> String {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        return words.map { "\"\($0)\"*" }.joined(separator: " ")
    }
}

/// The tables, and the migrations from earlier versions.
///
/// A released migration never changes; new migrations are added after it.
enum ArchiveSchema {
    /// The valid versions; any other version belongs to a newer or another program.
    private enum Version: NumberLimit { static let range = 0...steps.count }

    /// Migrates a database to the current version; returns false if a newer or another program made
    /// the database.
    static func prepare(_ database: Database) throws(DatabaseError) -> Bool {
        // Sorted rows stay in memory, which is limited, because an endless view would fill the
        // disk.
        try database.run(
            script: """
                PRAGMA hard_heap_limit = \(DatabaseLimits.heapBytes); PRAGMA temp_store = MEMORY;
                PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL
                """)
        if try version(of: database)?.value == steps.count { return true }
        return try database.transaction { database throws(DatabaseError) in
            // Another window may have migrated the database first.
            guard let version = try version(of: database) else { return false }
            for step in steps.dropFirst(version.value) { try database.run(script: step) }
            try database.run(script: "PRAGMA user_version = \(steps.count)")
            return true
        }
    }

    private static func version(
        of database: Database
    ) throws(DatabaseError) -> Bounded<Version>? {
        try database.column("PRAGMA user_version").first?.number(Version.self)
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
        """,
        """
        CREATE TABLE place (
            number INTEGER PRIMARY KEY AUTOINCREMENT, photo TEXT NOT NULL, view TEXT NOT NULL,
            name TEXT NOT NULL, snapshot BLOB, UNIQUE (photo, view)
        );
        """,
    ]
}
