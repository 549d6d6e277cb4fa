internal import PhotoPipeline
package import TerminalDevice
package import TerminalProtocols

/// How pictures are transferred to a terminal that stores them: in shared memory or a file of this
/// machine, or in the escape sequences.
struct KittyTransfer {
    private let shared: SharedPictures
    private(set) var medium = KittyMedium.direct
    private var probe: KittyMediumProbe?
    private var askedAt = 0

    init(_ shared: SharedPictures) { self.shared = shared }
    var hasAsked: Bool { probe != nil }

    /// The time to stop waiting for answers; `nil` if none is due.
    var deadline: Clock.Milliseconds? {
        probe?.isComplete == false ? askedAt + Timeouts.answered : nil
    }

    /// True if the medium is known.
    ///
    /// A terminal that does not answer gets its pictures directly; a late answer still counts.
    mutating func isSettled(at now: Clock.Milliseconds) -> Bool {
        guard let deadline else { return true }
        if now >= deadline { probe?.expire() }
        return now >= deadline
    }

    /// Returns the queries that show whether terminal and program share a machine; empty if the
    /// terminal supports no shared medium.
    mutating func ask(_ terminal: KnownTerminal, at now: Clock.Milliseconds) -> [UInt8] {
        let shares = terminal.media.filter { $0 != .direct }.compactMap {
            shared.share($0, KittyMediumProbe.sampleBytes) {
                $0.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
        let probe = KittyMediumProbe(shares)
        self.probe = probe
        askedAt = now
        return probe.bytes
    }

    /// Receives the reply to a picture command; false if it answers none of these queries.
    mutating func receive(image: Int, message: [UInt8]) -> Bool {
        guard probe?.receive(image: image, message: message) == true else { return false }
        medium = probe?.medium ?? .direct
        return true
    }

    /// Sends pictures directly from now on: the terminal could not read a shared one.
    mutating func sendDirectly() { medium = .direct }

    /// Returns how many bytes the terminal may get at a time, and in all.
    func limits(in terminal: KnownTerminal) -> KittyLimits {
        var limits: KittyLimits =
            medium == .direct ? isInPieces(in: terminal) ? .pieces : .direct : .sharing
        limits.storeBytes = terminal.storeBytes
        return limits
    }

    /// True if pictures may be sent in pieces; a terminal that stores one picture at a time cannot
    /// combine them.
    private func isInPieces(in terminal: KnownTerminal) -> Bool {
        terminal.removal == .placement
            && (terminal.takesPicturesInPieces || probe?.knowsDirectOnly == true)
    }

    /// Deletes the shared memory of a picture that is not sent.
    func discard(_ image: RenderedImage) {
        guard case .stored(let payload, _, _) = image.image, let share = payload.share else {
            return
        }
        shared.remove(share)
    }

    /// Stops sharing: a picture still being rendered is sent directly, should the session resume.
    func close() { shared.close() }
    func reopen() { shared.reopen() }
}

extension SharedPictures {
    /// Shares a picture; `nil` if there is no space or no such medium, so that it is sent directly.
    package func share(
        _ medium: KittyMedium, _ byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> KittyTransport? {
        do { return try create(medium, byteCount: byteCount, fill: fill) } catch { return nil }
    }
}
