internal import Sandbox

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Letters to the session that no worker of ours writes.
extension SandboxAttempt {
    /// Where a worker's line is: behind its streams.
    private static let line: Int32 = 3

    private static func post(_ letter: Message) {
        let bytes = letter.bytes
        write(line, bytes, bytes.count)
    }

    /// That it works, again and again, and nothing comes of it.
    static func sayAlive() -> String {
        for _ in 0..<200 {
            post(Message(kind: .alive, call: 0))
            usleep(100_000)
        }
        return "done"
    }

    /// A photo that is open already, with figures of which no sum can be made.
    static func claimFigures() -> String {
        let figures = [0, 1, 1, .max, .max, .max, 0, 1_000_000]
        post(Message(kind: .opened, call: 1, numbers: [64, 64] + figures))
        return "done"
    }

    /// A letter with two descriptors: a session that takes them runs out of them.
    static func handTwo() -> String {
        let bytes = Message(kind: .alive, call: 0).bytes
        // A header of cmsg(3): its length, SOL_SOCKET, SCM_RIGHTS; and two of our streams.
        let control: [UInt64] = [24, 1 << 32 | 1, 1 << 32]
        let isSent = bytes.withUnsafeBytes { bytes in
            control.withUnsafeBytes { control in send(bytes, control) }
        }
        return isSent ? "done" : "not sent"
    }

    private static func send(
        _ bytes: UnsafeRawBufferPointer, _ control: UnsafeRawBufferPointer
    ) -> Bool {
        var part = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_iov = part
            message.msg_iovlen = 1
            message.msg_control = UnsafeMutableRawPointer(mutating: control.baseAddress)
            message.msg_controllen = .init(control.count)
            return sendmsg(line, &message, 0) == bytes.count
        }
    }
}
