/// A fetcher of the bytes at an address, from the network or a cache.
package protocol Fetcher: Sendable {
    /// Returns all bytes at `address`; calls `progress` about twenty times a second, on any thread.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult

    /// Discards the cached bytes of `address`, because they are unusable.
    func discard(_ address: PhotoAddress)
}

extension Fetcher {
    /// Does nothing, because a fetcher without a cache has no cached bytes.
    package func discard(_ address: PhotoAddress) {}
}

/// The purpose of fetched bytes, which determines their maximum number and the time limit.
package enum ResourceKind: Hashable, Sendable {
    /// A JSON reply of an API.
    case reply
    /// A JSON reply that a service updates once a day; a cached reply is valid for five minutes.
    case dailyReply
    /// A JSON reply whose content no longer changes, such as that about a past day.
    case settledReply
    /// A picture in a list.
    case preview
    /// A picture to view at full resolution.
    case photo
    /// A file to save, which is written to disk instead of memory.
    case file

    /// True for a reply of an API, which servers compress.
    package var isReply: Bool {
        switch self {
        case .reply, .dailyReply, .settledReply: true
        case .preview, .photo, .file: false
        }
    }

    /// The maximum number of bytes to accept, counted after decompression.
    package var limitBytes: Int {
        switch self {
        // A page of 100 items has 0.4 MB; a page with a transcript has 50 kB more.
        case .reply, .dailyReply, .settledReply: 8 << 20
        case .preview: 4 << 20  // The largest thumb recorded is 137 kB.
        // The largest original recorded is a panorama of Mars of 2.2 GB. FAT32 allows 4 GiB.
        case .photo, .file: 4 << 30
        }
    }
}

/// The bytes from an address.
package struct FetchResult: Hashable, Sendable {
    package let bytes: [UInt8]
    package let freshness: Freshness

    package init(_ bytes: [UInt8], freshness: Freshness = .current) {
        self.bytes = bytes
        self.freshness = freshness
    }
}

/// The freshness of fetched bytes.
package enum Freshness: Hashable, Sendable {
    /// The bytes are from the server, or cached and still valid.
    case current
    /// The bytes were cached earlier and have expired; the failure is the reason why newer bytes
    /// are missing.
    case stale(FetchFailure, ageSeconds: Int)

    package var isCurrent: Bool { self == .current }
}

/// The progress of a transfer.
package enum FetchProgress: Hashable, Sendable {
    /// A number of bytes has arrived; `expected` is `nil` if the total is unknown.
    ///
    /// The total is unknown if the server does not state the total or compresses the bytes.
    case receiving(bytes: Int, expected: Int?)
    /// The transfer failed or the server requested a pause; the next attempt starts after this
    /// time.
    case waiting(Duration)

    /// The seconds until the next attempt, rounded up; `nil` while bytes arrive or without a
    /// pause.
    package var secondsToWait: Int? {
        guard case .waiting(let left) = self, left > .zero else { return nil }
        return Int((left / .seconds(1)).rounded(.up))
    }
}

/// The reason why the bytes at an address did not arrive, with details for the user.
///
/// A `reason` is text from a library or a server, which must be sanitised before display.
package enum FetchFailure: Error, Hashable, Sendable {
    case notFound
    /// The HTTP status is from 400 to 499, except 404, 410 and 429; NASA sends 403 after heavy
    /// use.
    case refused(status: Int, reason: String?)
    case serverFailed(status: Int)
    /// The server requested a pause; the value is `nil` if the server did not state the length of
    /// the pause.
    case rateLimited(retryAfterSeconds: Int?)
    case noConnection(TransferFault)
    case nameNotFound(host: String)
    case timedOut(afterSeconds: Int)
    /// The transfer stopped or was too slow.
    case stalled(receivedBytes: Int)
    /// The server's certificate is invalid, or appears invalid because this machine's clock is
    /// wrong.
    case tlsFailed(reason: String)
    case tooManyRedirects(limit: Int)
    case addressNotAllowed(URLPolicyViolation)
    case tooLarge(limitBytes: Int)
    /// The disk has no space for this number of bytes, which do not fit in memory.
    case noRoom(byteCount: Int)
    /// The network replied with a web page, often a sign-in page.
    case webPageInstead
    /// The connection was lost, or the reply was not valid HTTP.
    case interrupted(TransferFault)
    case cancelled
}

/// The cause of a failed transfer, which adds details to a `FetchFailure`.
package enum TransferFault: Hashable, Sendable {
    /// The program cannot read the bytes that it has received and stored.
    case unreadable
    case cutOff(afterBytes: Int, of: Int)
    case empty
    /// The HTTP status is not valid.
    case status(Int)
    /// A redirect with this status contains no target address.
    case noAddress(status: Int)
    /// The server sent a range instead of the complete file.
    case part
    /// The transfer library, libcurl, is not installed.
    case noLibrary
    case noThread
    case noMemory
    /// The cause in the words of a library or of the system.
    case library(String)
}

extension FetchFailure {
    /// True if the network may be the cause or the failure may be temporary, so that cached bytes
    /// are acceptable.
    package var isPassing: Bool {
        switch self {
        case .noConnection, .nameNotFound, .timedOut, .stalled, .tlsFailed, .webPageInstead,
            .interrupted, .serverFailed, .rateLimited:
            true
        case .notFound, .refused, .tooManyRedirects, .addressNotAllowed, .tooLarge, .noRoom,
            .cancelled:
            false
        }
    }
}

/// A test for the web page that a captive portal sends instead of a reply or a picture.
package enum CaptivePortalCheck {
    /// Returns true if the bytes begin like HTML; the content type is ignored, because it is
    /// unreliable.
    package static func looksLike(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(Self.sniffedBytes).drop { whiteSpaceOrMark.contains($0) }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return openings.contains { text.hasPrefix($0) }
    }

    /// The number of bytes to examine, which includes white space and a byte order mark before the
    /// first tag.
    package static let sniffedBytes = 256

    private static let openings = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]

    /// The bytes to skip before the first tag: tab, line feed, form feed, carriage return, space,
    /// and UTF-8's byte order mark.
    private static let whiteSpaceOrMark: Set<UInt8> = [9, 10, 12, 13, 32, 0xEF, 0xBB, 0xBF]
}
