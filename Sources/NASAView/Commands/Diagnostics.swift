internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// How a command for scripts ends: 0 all, 1 some or all failed, 3 not found, 4 no network.
struct ExitStatus {
    static let notFound: Int32 = 3
    static let noNetwork: Int32 = 4

    private var successes = 0
    private var codes: [Int32] = []
    private var complaints = Complaints()

    mutating func succeed() { successes += 1 }

    mutating func fail(_ failure: CatalogFailure, _ sentence: SafeText) {
        fail(Self.code(failure), sentence)
    }

    mutating func fail(_ failure: SavingFailure, _ sentence: SafeText) {
        fail(Self.code(failure), sentence)
    }

    mutating func fail(_ failure: PictureFailure, _ sentence: SafeText) {
        switch failure {
        case .looking(let failure): fail(Self.code(failure), sentence)
        case .fetching(let failure): fail(Self.code(failure), sentence)
        default: fail(Diagnostics.failed, sentence)
        }
    }

    private mutating func fail(_ code: Int32, _ sentence: SafeText) {
        codes.append(code)
        complaints.print(sentence)
    }

    /// The exit status; where nothing came of anything, the reason counts.
    var code: Int32 {
        guard let first = codes.first else { return 0 }
        guard successes == 0 else { return Diagnostics.failed }
        if codes.contains(Self.noNetwork) { return Self.noNetwork }
        return codes.allSatisfy { $0 == first } ? first : Diagnostics.failed
    }

    /// Tells how many failures were not listed.
    func tellRest(_ strings: Strings) { complaints.end(strings) }

    /// Ends the command with its status.
    func end(_ strings: Strings) throws {
        tellRest(strings)
        if code != 0 { throw ExitCode(code) }
    }

    static func code(_ failure: CatalogFailure) -> Int32 {
        switch failure {
        case .noSuchPhoto, .noSuchAlbum: notFound
        case .fetching(let failure): code(failure)
        case .webPageInstead: noNetwork
        default: Diagnostics.failed
        }
    }

    private static func code(_ failure: SavingFailure) -> Int32 {
        switch failure {
        case .looking(let failure): code(failure)
        case .fetching(let failure): code(failure)
        case .noSuchSize: notFound
        default: Diagnostics.failed
        }
    }

    private static func code(_ failure: FetchFailure) -> Int32 {
        if failure == .notFound { return notFound }
        return failure.isPassing ? noNetwork : Diagnostics.failed
    }
}

/// One plain sentence on standard error, and the exit statuses that go with it.
enum Diagnostics {
    static let failed: Int32 = 1
    static let usage: Int32 = 2

    static func bytes(of sentence: SafeText) -> [UInt8] {
        Array("nasa-view: \(sentence.string)\n".utf8)
    }

    static func print(_ sentence: SafeText) {
        let line = bytes(of: sentence)
        // Standard error that cannot be written to leaves nobody to tell.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// What failed of many things, on standard error: the first failures in a sentence each, then a count.
struct Complaints {
    /// Enough to see what is wrong; 100,000 names of no files gave as many lines.
    private static let limit = 10

    private(set) var count = 0

    mutating func print(_ sentence: SafeText) {
        count += 1
        if count <= Self.limit { Diagnostics.print(sentence) }
    }

    /// Prints how many more failures there were than sentences.
    func end(_ strings: Strings) {
        if count > Self.limit {
            Diagnostics.print(strings.moreFailures(count - Self.limit))
        }
    }
}
