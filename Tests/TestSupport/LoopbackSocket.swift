internal import Foundation

/// Local TCP sockets.
package enum LoopbackSocket {
    /// Returns a socket with a free port, which refuses connections until it listens.
    ///
    /// - Throws: `TestEnvironmentError` if there is no socket.
    package static func bound() throws -> (socket: Int32, port: UInt16) {
        #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(descriptor, name, length) == 0
                    && getsockname(descriptor, name, &length) == 0
            }
        }
        guard isBound else { throw TestEnvironmentError.call("bind", number: errno) }
        return (descriptor, UInt16(bigEndian: name.sin_port))
    }

    /// Sends all bytes; false if the other side closes the connection first.
    package static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                systemSend(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

private let systemSend = send

/// Answers the callers of a free local port, each on a separate thread, until it is released.
package final class LoopbackListener: Sendable {
    /// `http://127.0.0.1:PORT`.
    package let address: String
    private let listener: Int32

    /// `answer` receives a caller's socket, which is closed afterwards.
    ///
    /// - Throws: `TestEnvironmentError` if there is no socket.
    package init(_ answer: @escaping @Sendable (_ caller: Int32) -> Void) throws {
        let (listener, port) = try LoopbackSocket.bound()
        guard listen(listener, 128) == 0 else {
            throw TestEnvironmentError.call("listen", number: errno)
        }
        self.listener = listener
        address = "http://127.0.0.1:\(port)"
        Thread.detachNewThread {
            while case let caller = accept(listener, nil, nil), caller >= 0 {
                Thread.detachNewThread {
                    answer(caller)
                    close(caller)
                }
            }
        }
    }

    /// Wakes the thread that waits for callers.
    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit {
        stop()
        close(listener)
    }
}
