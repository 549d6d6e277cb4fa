internal import FlyingFox
internal import FlyingSocks

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A server's sockets without Nagle's delay.
///
/// FlyingFox writes head and body one by one; Linux held the body back for 40 ms, until the
/// client had acknowledged the head.
struct PromptSockets: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    /// The listening socket comes by here before it accepts, and those it accepts inherit.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        try? socket.setValue(true, for: noDelay)  // Slower without, but no less right.
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
