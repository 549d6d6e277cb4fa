import Files
import Testing

@testable import Sandbox

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Both ends of a connection, for a test that acts as the worker.
struct ConnectedPair {
    #if os(Linux)
    static let isSupported = true
    #else
    static let isSupported = false
    #endif

    let session: MessageChannel
    let worker: MessageChannel
    private let workerNumber: Int32

    init() throws {
        let (one, other) = try #require(SystemCalls.socketPair())
        session = MessageChannel(one, waitsForRoom: false)
        worker = MessageChannel(other, waitsForRoom: false)
        workerNumber = other.number
    }

    /// Returns the next message for the worker; `nil` at the end of the connection.
    func received() throws -> (message: Message, handed: Descriptor?)? {
        try #require(worker.waitForInput(within: 10_000), "no message came")
        return worker.receive()
    }

    /// Sends the session bytes with descriptors, which none of our calls does.
    func send(_ bytes: [UInt8], handing descriptors: [Int32]) -> Bool {
        var bytes = bytes
        var control = Self.control(descriptors)
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = .init(control.count)
                    return sendmsg(workerNumber, &message, 0) == bytes.count
                }
            }
        }
    }

    /// Returns a header of cmsg(3), whose macros Swift cannot use, and the numbers; padded to whole
    /// words.
    private static func control(_ descriptors: [Int32]) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: 16 + 4 * descriptors.count) { bytes += $0 }
        for number in [SOL_SOCKET, Int32(SCM_RIGHTS)] + descriptors {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        return bytes + [UInt8](repeating: 0, count: descriptors.count % 2 * 4)
    }

    private static let SCM_RIGHTS = 1
}
