internal import Files

#if os(Linux)
internal import CSandbox
internal import Glibc
#else
internal import Darwin
#endif

/// The calls that processes are made, fenced in and talked to with.
///
/// Elsewhere than on Linux they all fail: there is neither a safe fork nor a filter of system calls.
enum SystemCalls {
    #if os(Linux)
    static let hasSandbox = true

    /// Whether the system has filters of calls.
    static let hasFilters = csandbox_has_filters() != 0

    /// Two ends of a line that keeps letters apart.
    static func socketPair() -> (Descriptor, Descriptor)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let one = Descriptor(ends[0]),
            let other = Descriptor(ends[1])
        else { return nil }
        return (one, other)
    }

    static func send(
        _ bytes: [UInt8], _ descriptor: Int32, to socket: Int32, waiting: Bool
    ) -> SendResult {
        guard csandbox_send(socket, bytes, bytes.count, descriptor, waiting ? 1 : 0) < 0 else {
            return .sent
        }
        return switch errno {
        case EAGAIN: .noRoom
        case EPIPE, ECONNRESET: .nobodyThere
        default: .failed
        }
    }

    /// Nil at the end, after an error, and for a letter that is too long or brings more than one descriptor.
    static func receive(atMost limit: Int, from socket: Int32) -> ([UInt8], Descriptor?)? {
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

    static func send(
        _ bytes: [UInt8], _ descriptor: Int32, to socket: Int32, waiting: Bool
    ) -> SendResult { .failed }

    static func receive(atMost limit: Int, from socket: Int32) -> ([UInt8], Descriptor?)? { nil }

    static func fork() -> Int32 { -1 }
    #endif

    /// Waits until something comes, or the milliseconds are over; -1 for ever.
    ///
    /// - Returns: whether something has come, if only the end.
    static func hasMail(_ socket: Int32, within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }
}
