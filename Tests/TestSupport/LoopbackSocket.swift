internal import Foundation

/// TCP sockets of this machine alone.
package enum LoopbackSocket {
    /// A socket that listens at a free port, and the port; whoever asked for it closes it.
    ///
    /// - Throws: `TestEnvironmentError` if there is no socket.
    package static func listening() throws -> (socket: Int32, port: UInt16) {
        let bound = try bound()
        guard listen(bound.socket, 128) == 0 else {
            throw TestEnvironmentError.call("listen", number: errno)
        }
        return bound
    }

    /// A socket with a free port, which refuses connections until it listens.
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

    /// Sends all bytes; false if the other side hangs up before.
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
