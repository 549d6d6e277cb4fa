internal import Checksums
internal import PhotoCatalog
internal import Synchronization

/// Receives some bytes of a file, and checks that they are those that were asked for.
final class RangeReply: Sendable {
    private struct State {
        var body: [UInt8] = []
        var head: HTTPHead?
        var fault: RangeFault?
    }

    private let asked: Range<Int>
    private let version: FileIdentity?
    private let state = Mutex(State())

    /// A reply of bytes of a version; of the first bytes of any version if that is `nil`.
    init(_ asked: Range<Int>, of version: FileIdentity?) {
        self.asked = asked
        self.version = version
    }

    /// Receives the next try, from its first byte.
    func newSink() -> BodyHandler {
        state.withLock { $0 = State() }
        return BodyHandler(
            begin: { self.begin($0) }, receive: { self.receive($0) },
            // A fault is not tried again, as an interruption would be.
            failure: { self.fault.map { _ in .cancelled } })
    }

    /// The fault of the reply; `nil` without one.
    var fault: RangeFault? { state.withLock(\.fault) }

    /// The bytes that were asked for, and the version of the file.
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

/// A reason why a file is not read by ranges.
enum RangeFault: Error, Hashable, Sendable {
    /// The server sent all of it.
    case wholeFile
    /// The server sent other bytes than were asked for, or more or fewer.
    case otherBytes
    /// It is another version than at the beginning.
    case changed
    case fetching(FetchFailure)
}

/// The version of a file: its bytes are never mixed with those of another.
struct FileIdentity: Hashable, Sendable {
    let validator: HTTPValidator
    let byteCount: Int

    /// The key under which some of its bytes are kept; it has the length of the longest address that is
    /// cached at most.
    func key(of bytes: Range<Int>, at address: PhotoAddress) -> String {
        let version = "\(validator.entityTag ?? "") \(validator.lastModified ?? "") \(byteCount)"
        let sum = Checksum.of(Array(version.utf8))
        return "range \(bytes.lowerBound)-\(bytes.upperBound) \(sum) \(address.text)"
    }
}

extension HTTPValidator {
    /// True if both may name one version: what one of them lacks says nothing.
    fileprivate func agrees(with other: HTTPValidator) -> Bool {
        let tags = (entityTag, other.entityTag)
        if let one = tags.0, let two = tags.1 { return one == two }
        guard let one = lastModified, let two = other.lastModified else { return true }
        return one == two
    }
}
