internal import Checksums
internal import PhotoCatalog
internal import Synchronization

/// A receiver of a range of a file, which checks that the server sent the requested range.
final class RangeReply: Sendable {
    private struct State {
        var body: [UInt8] = []
        var head: HTTPHead?
        var fault: RangeFault?
    }

    private let asked: Range<Int>
    private let version: FileIdentity?
    private let state = Mutex(State())

    /// Creates a receiver of a range of one version of a file, or of any version if `version` is
    /// `nil`.
    init(_ asked: Range<Int>, of version: FileIdentity?) {
        self.asked = asked
        self.version = version
    }

    /// Returns a handler for the next attempt, which starts from the first byte.
    func newSink() -> BodyHandler {
        state.withLock { $0 = State() }
        return BodyHandler(
            begin: { self.begin($0) }, receive: { self.receive($0) },
            // A fault is reported as `.cancelled`: unlike an interruption, it must not be retried.
            failure: { self.fault.map { _ in .cancelled } })
    }

    /// The fault of the reply; `nil` if no fault was found.
    var fault: RangeFault? { state.withLock(\.fault) }

    /// Returns the requested bytes and the version of the file.
    func finish() throws(RangeFault) -> (bytes: [UInt8], version: FileIdentity) {
        let (fault, head, body) = state.withLock { ($0.fault, $0.head, $0.body) }
        if let fault { throw fault }
        guard let head, let range = head.contentRange, body.count == range.bytes.count else {
            throw .otherBytes
        }
        return (body, FileIdentity(validator: head.validator, byteCount: range.total))
    }

    private func begin(_ head: HTTPHead) -> Bool {
        let fault = fault(of: head)
        state.withLock { state in
            state.head = head
            state.fault = fault
            state.body.reserveCapacity(fault == nil ? asked.count : 0)
        }
        return fault == nil
    }

    private func fault(of head: HTTPHead) -> RangeFault? {
        guard head.status == 206 else {
            let isKnown = version.map { head.validator.agrees(with: $0.validator) }
            return isKnown == false ? .changed : .wholeFile
        }
        guard let range = head.contentRange, range.first == asked.lowerBound,
            range.last == min(asked.upperBound, range.total) - 1
        else { return .otherBytes }
        if let version, range.total != version.byteCount { return .changed }
        if let version, !head.validator.agrees(with: version.validator) { return .changed }
        return nil
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.body.count + bytes.count <= asked.count else {
                state.fault = .otherBytes
                return false
            }
            state.body.append(contentsOf: bytes)
            return true
        }
    }
}

/// The reason why a file is not read by ranges.
enum RangeFault: Error, Hashable, Sendable {
    /// The server sent the whole file.
    case wholeFile
    /// The server sent other bytes than requested, or a wrong number of bytes.
    case otherBytes
    /// The file has another version than at the beginning.
    case changed
    case fetching(FetchFailure)
}

/// The version of a file; bytes of different versions are never mixed.
struct FileIdentity: Hashable, Sendable {
    let validator: HTTPValidator
    let byteCount: Int

    /// Returns the key under which a range of the file is cached.
    ///
    /// The cache does not store bytes under a key longer than `CacheRecord.addressLimitBytes`.
    func key(of bytes: Range<Int>, at address: PhotoAddress) -> String {
        let version = "\(validator.entityTag ?? "") \(validator.lastModified ?? "") \(byteCount)"
        let sum = Checksum.of(Array(version.utf8))
        return "range \(bytes.lowerBound)-\(bytes.upperBound) \(sum) \(address.text)"
    }
}

extension HTTPValidator {
    /// Returns true if both validators may identify the same version.
    ///
    /// The tags are compared or, if one validator lacks a tag, the dates.
    fileprivate func agrees(with other: HTTPValidator) -> Bool {
        let tags = (entityTag, other.entityTag)
        if let one = tags.0, let two = tags.1 { return one == two }
        guard let one = lastModified, let two = other.lastModified else { return true }
        return one == two
    }
}
