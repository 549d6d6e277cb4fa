internal import Files

#if os(Linux)
internal import CSandbox
internal import Glibc
#else
internal import Darwin
#endif

/// A message between two processes: a kind, the number of a call, further numbers, and a text.
package struct Message: Hashable, Sendable {
    /// The kinds of messages; their order is the same in both processes, which run the same
    /// program.
    package enum Kind: Int, CaseIterable, Sendable {
        // From the session to the zygote.
        case begin, end
        // From the session to a worker.
        case open, pixels, isReady, preview, waitForMore, facts, pages, sample, tone, turn,
            scaled
        case cancel, served
        // From a worker to the session.
        case opened, drawn, answered, sampled, failed, alive
        case wantsSpill, wantsIndex, wantsIndexRoom, wroteIndex, wantsBytes, wantsSibling,
            wantsRange
    }

    /// The call number of a message that belongs to no call; calls are numbered from 1.
    package static let noCall = 0

    /// The maximum length of a message in bytes; no message of this program is as long.
    static let limitBytes = 1024
    /// The largest number in a message; no machine has as many bytes.
    ///
    /// Sums and percentages of numbers up to this limit do not overflow.
    private static let largestNumber = 1 << 48
    private static let headWords = 3
    private static let textBytes = 512

    let kind: Kind
    let call: Int
    let numbers: [Int]
    let text: String

    package init(kind: Kind, call: Int, numbers: [Int] = [], text: String = "") {
        self.kind = kind
        self.call = call
        self.numbers = numbers
        self.text = text
    }

    /// Creates a message from its bytes; `nil` if the bytes are invalid, so that the sender cannot
    /// be trusted.
    init?(_ bytes: [UInt8]) {
        let words = bytes.withUnsafeBytes { source in
            (0..<(source.count / 8)).map {
                Int(source.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self))
            }
        }
        guard bytes.count <= Self.limitBytes, words.count >= Self.headWords,
            let kind = Kind(rawValue: words[0]),
            (0...(words.count - Self.headWords)).contains(words[2])
        else { return nil }
        let end = Self.headWords + words[2]
        let numbers = Array(words[Self.headWords..<end])
        guard numbers.allSatisfy((0...Self.largestNumber).contains) else { return nil }
        self.kind = kind
        call = words[1]
        self.numbers = numbers
        text = String(decoding: bytes[(end * 8)...].prefix(Self.textBytes), as: UTF8.self)
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for word in [kind.rawValue, call, numbers.count] + numbers {
            withUnsafeBytes(of: Int64(word)) { bytes.append(contentsOf: $0) }
        }
        return bytes + text.utf8.prefix(Self.textBytes)
    }
}

/// One end of a socket pair; any thread may send, but only one thread receives.
final class MessageChannel: Sendable {
    private let end: Descriptor
    private let waitsForRoom: Bool

    /// Creates a channel.
    ///
    /// `waitsForRoom` is false if the other end might not read messages; sending then never blocks.
    init(_ end: Descriptor, waitsForRoom: Bool = true) {
        self.end = end
        self.waitsForRoom = waitsForRoom
    }

    @discardableResult
    func send(_ message: Message, passing descriptor: Descriptor? = nil) -> SendResult {
        SystemCalls.send(
            message.bytes, descriptor?.number ?? -1, to: end.number, waiting: waitsForRoom)
    }

    /// Returns true if a message or the end of the connection arrives in time.
    ///
    /// The time is unlimited if `milliseconds` is negative.
    func waitForInput(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: end.number, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }

    /// Returns the next message and the descriptor received with it; `nil` at the end of the
    /// connection or for an invalid message.
    func receive() -> (message: Message, handed: Descriptor?)? {
        guard
            let (bytes, handed) = SystemCalls.receive(
                atMost: Message.limitBytes + 1, from: end.number),
            let message = Message(bytes)
        else { return nil }
        return (message, handed)
    }

    /// Ends the connection in this direction, whereupon the other process ends the other direction.
    func endSending() { shutdown(end.number, Int32(SHUT_WR)) }

    /// Closes the connection in both directions.
    func hangUp() { shutdown(end.number, Int32(SHUT_RDWR)) }
}

/// The outcome of sending a message.
enum SendResult {
    case sent
    /// The buffer has no space, because the other end has not read earlier messages.
    case noRoom
    case disconnected
    /// The system has too little memory, or too many descriptors are in transit.
    case failed
}

/// System calls that are not available in Swift, for creating workers and exchanging messages.
///
/// Except on Linux, forking and exchanging messages fail, because other systems have neither a safe
/// fork nor system call filters.
enum SystemCalls {
    #if os(Linux)
    static let hasSandbox = true
    /// True if the system supports system call filters.
    static let hasFilters = csandbox_has_filters() != 0

    /// Returns the two ends of a connection that preserves message boundaries; `nil` on failure.
    static func socketPair() -> (Descriptor, Descriptor)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let one = Descriptor(ends[0]),
            let other = Descriptor(ends[1])
        else { return nil }
        return (one, other)
    }

    fileprivate static func send(
        _ bytes: [UInt8], _ descriptor: Int32, to socket: Int32, waiting: Bool
    ) -> SendResult {
        guard csandbox_send(socket, bytes, bytes.count, descriptor, waiting ? 1 : 0) < 0 else {
            return .sent
        }
        return switch errno {
        case EAGAIN: .noRoom
        case EPIPE, ECONNRESET: .disconnected
        default: .failed
        }
    }

    /// Returns the next message.
    ///
    /// The result is `nil` at the end of the connection, after an error, or if the message has too
    /// many bytes or descriptors.
    fileprivate static func receive(
        atMost limit: Int, from socket: Int32
    ) -> ([UInt8], Descriptor?)? {
        var descriptor: Int32 = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, csandbox_receive(socket, buffer.baseAddress, limit, &descriptor))
        }
        let handed = Descriptor(descriptor)
        return bytes.isEmpty ? nil : (bytes, handed)
    }

    static func fork() -> Int32 { csandbox_fork() }
    #else
    static let hasSandbox = false
    static let hasFilters = false

    static func socketPair() -> (Descriptor, Descriptor)? { nil }

    fileprivate static func send(
        _ bytes: [UInt8], _ descriptor: Int32, to socket: Int32, waiting: Bool
    ) -> SendResult { .failed }

    fileprivate static func receive(
        atMost limit: Int, from socket: Int32
    ) -> ([UInt8], Descriptor?)? { nil }

    static func fork() -> Int32 { -1 }
    #endif

    /// The CPU time that all threads of this process have used, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func sleepOneSecond() { sleep(1) }

    /// Kills a process, whatever its state.
    static func end(_ process: pid_t) { kill(process, SIGKILL) }
}
