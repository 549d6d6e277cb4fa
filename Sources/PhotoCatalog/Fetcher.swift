/// Port: the bytes at an address, from the network or its cache.
package protocol Fetcher: Sendable {
    /// Returns all bytes at `address`; `progress` is called from any thread, some twenty times a
    /// second.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult

    /// Discards the cached bytes of `address`, because they proved unusable.
    func discard(_ address: PhotoAddress)
}

extension Fetcher {
    /// A fetcher without a cache has nothing to discard.
    package func discard(_ address: PhotoAddress) {}
}

/// The purpose of the bytes, which determines their limit and the time they may take.
package enum ResourceKind: Hashable, Sendable {
    /// JSON of the API.
    case reply
    /// JSON of a service that changes once a day: it is requested again after five minutes.
    case dailyReply
    /// JSON about a past day, which does not change.
    case settledReply
    /// A picture in a list.
    case preview
    /// A picture to view at full resolution.
    case photo
    /// A file to save, which is not buffered in memory.
    case file

    /// True for text of an API, which servers compress.
    package var isReply: Bool {
        switch self {
        case .reply, .dailyReply, .settledReply: true
        case .preview, .photo, .file: false
        }
    }

    /// The maximum number of bytes accepted, counted after decompression.
    package var limitBytes: Int {
        switch self {
        // A page of 100 items has 0.4 MB; a transcript in one, 50 kB.
        case .reply, .dailyReply, .settledReply: 8 << 20
        case .preview: 4 << 20  // The largest thumb recorded is 137 kB.
        case .photo: 2 << 30  // The largest original recorded is 134 MB, a panorama of Mars 2.2 GB.
        case .file: 4 << 30  // What FAT can hold, and thirty times that.
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
    /// Cached on an earlier visit and out of date: the server could not be reached, for this
    /// reason.
    case stale(FetchFailure, ageSeconds: Int)

    package var isCurrent: Bool { self == .current }
}

/// The progress of a transfer.
package enum FetchProgress: Hashable, Sendable {
    /// `expected` is `nil` if the server did not specify it, or compresses the bytes.
    case receiving(bytes: Int, expected: Int?)
    /// The server failed, or requested a pause; the next try begins after this time.
    case waiting(Duration)

    /// The number of seconds until the next try, rounded up; `nil` if it begins now.
    package var secondsToWait: Int? {
        guard case .waiting(let left) = self, left > .zero else { return nil }
        return Int((left / .seconds(1)).rounded(.up))
    }
}

/// The reason why the bytes at an address did not arrive, with the details that a user needs.
///
/// A `reason` is the text of a library or a server: sanitise it before display.
package enum FetchFailure: Error, Hashable, Sendable {
    case notFound
    /// A status from 400 to 499 other than 404 and 429; NASA sends 403 after heavy use.
    case refused(status: Int, reason: String?)
    case serverFailed(status: Int)
    /// The server requests a pause; `nil` if it did not specify how long.
    case rateLimited(retryAfterSeconds: Int?)
    case noConnection(TransferFault)
    case nameNotFound(host: String)
    case timedOut(afterSeconds: Int)
    /// Bytes stopped arriving, or arrived too slowly.
    case stalled(receivedBytes: Int)
    /// The server's certificate is invalid, or a wrong clock made it appear so.
    case tlsFailed(reason: String)
    case tooManyRedirects(limit: Int)
    case addressNotAllowed(URLPolicyViolation)
    case tooLarge(limitBytes: Int)
    /// The disk has not enough space for this number of bytes, which are too many for memory.
    case noRoom(byteCount: Int)
    /// The network replied with a web page, often one to sign in.
    case webPageInstead
    /// The connection was lost, or the reply was not valid HTTP.
    case interrupted(TransferFault)
    case cancelled
}

/// The cause of a failed transfer, if the failure itself does not show it.
package enum TransferFault: Hashable, Sendable {
    /// The system does not return the bytes that arrived.
    case unreadable
    case cutOff(afterBytes: Int, of: Int)
    case empty
    /// An HTTP status that no server may send.
    case status(Int)
    /// A redirect with this status has no target.
    case noAddress(status: Int)
    /// A part arrived instead of the complete file.
    case part
    /// The library for transfers is not installed.
    case noLibrary
    case noThread
    case noMemory
    /// The text of a library or the system.
    case library(String)
}

extension FetchFailure {
    /// True if the network may be at fault or the failure may be temporary, so that a cached copy
    /// is acceptable.
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

/// Recognises the web page that a captive portal sends instead of a reply or a picture.
package enum CaptivePortalCheck {
    /// Returns true if the bytes start like HTML; the content type is not used, because it cannot
    /// be trusted.
    package static func looksLike(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(Self.sniffedBytes).drop { whiteSpaceOrMark.contains($0) }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return openings.contains { text.hasPrefix($0) }
    }

    /// The bytes examined: enough for white space and a byte order mark before the first tag.
    package static let sniffedBytes = 256

    private static let openings = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]

    /// Tab, line feed, form feed, carriage return, space, and the bytes of UTF-8's byte order mark.
    private static let whiteSpaceOrMark: Set<UInt8> = [9, 10, 12, 13, 32, 0xEF, 0xBB, 0xBF]
}
