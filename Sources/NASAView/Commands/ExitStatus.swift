internal import ArgumentParser
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The exit status of a command that handles several photos.
///
/// The status is 0 if all photos succeeded, and 1 if some failed. If all failed for the same
/// reason, the status is that of the reason.
struct ExitStatus {
    private static let notFound: Int32 = 3
    private static let noNetwork: Int32 = 4
    static let noPicture: Int32 = 5
    static let damaged: Int32 = 6

    private var successes = 0
    private var codes: [Int32] = []
    private var complaints = Complaints()

    mutating func succeed() { successes += 1 }

    mutating func fail(_ failure: any Error, _ sentence: SafeText) {
        codes.append(Self.code(failure))
        complaints.print(sentence)
    }

    /// Counts a failure whose reason has no separate status.
    mutating func fail(_ sentence: SafeText) {
        codes.append(Diagnostics.failed)
        complaints.print(sentence)
    }

    /// The exit status: 0 without failures, 1 if only some photos failed or the reasons differ,
    /// otherwise the status of the common reason.
    ///
    /// If no photo succeeded, a missing network takes precedence over other reasons.
    var code: Int32 {
        guard let first = codes.first else { return 0 }
        guard successes == 0 else { return Diagnostics.failed }
        if codes.contains(Self.noNetwork) { return Self.noNetwork }
        return codes.allSatisfy { $0 == first } ? first : Diagnostics.failed
    }

    /// Prints the number of failures that were not printed, and returns the status.
    func finish(_ strings: Strings) -> Int32 {
        complaints.end(strings)
        return code
    }

    /// Ends the command by throwing its exit status, unless the status is 0.
    func end(_ strings: Strings) throws {
        let code = finish(strings)
        if code != 0 { throw ExitCode(code) }
    }

    private static func code(_ failure: any Error) -> Int32 {
        switch failure {
        case PictureFailure.looking(let failure), SavingFailure.looking(let failure): code(failure)
        case CatalogFailure.fetching(let failure), PictureFailure.fetching(let failure),
            SavingFailure.fetching(let failure):
            failure == .notFound
                ? notFound : failure.isPassing ? noNetwork : Diagnostics.failed
        case CatalogFailure.noSuchPhoto, CatalogFailure.noSuchAlbum, SavingFailure.noSuchSize,
            PictureFailure.reading(.notFound), PictureFailure.noPage,
            PictureFailure.positionFault:
            notFound
        case PictureFailure.reading(.empty), PictureFailure.decoding(.unsupported): noPicture
        case PictureFailure.reading(.zip(.damaged)), PictureFailure.decoding(.damaged),
            PictureFailure.decoding(.decoderCrashed), PictureFailure.decoding(.decoderStalled):
            damaged
        case CatalogFailure.webPageInstead: noNetwork
        default: Diagnostics.failed
        }
    }
}

/// The failures printed on standard error: a sentence for each of the first failures, then the
/// number of the others.
struct Complaints {
    /// The maximum number of sentences, enough to show the problem: without a limit, a list of
    /// 100,000 missing files would print 100,000 lines.
    private static let limit = 10

    private var count = 0

    mutating func print(_ sentence: SafeText) {
        count += 1
        if count <= Self.limit { Diagnostics.print(sentence) }
    }

    /// Prints the number of failures for which no sentence was printed.
    func end(_ strings: Strings) {
        if count > Self.limit { Diagnostics.print(strings.moreFailures(count - Self.limit)) }
    }
}
