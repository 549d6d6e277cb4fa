internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols

/// How pictures reach a terminal that keeps them: laid out on this machine for it to fetch, or inside
/// the escape sequences.
struct PictureMedium {
    private let shared: SharedPictures
    private(set) var medium = KittyMedium.direct
    private var probe: KittyMediumProbe?
    private var askedAt = 0

    init(_ shared: SharedPictures) { self.shared = shared }

    var hasAsked: Bool { probe != nil }

    /// Whether it is known how.
    var isSettled: Bool { probe?.isComplete ?? true }

    /// When to wait no longer for the answers that tell it; nil if none is due.
    var deadline: Clock.Milliseconds? { isSettled ? nil : askedAt + Timeouts.answered }

    /// A terminal that does not answer is sent its pictures directly, and believed if it answers late.
    mutating func expire(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        probe?.expire()
    }

    /// The questions that tell whether terminal and program share a machine.
    mutating func ask(at now: Clock.Milliseconds) -> [UInt8] {
        let shares = [KittyMedium.sharedMemory, .file].compactMap {
            shared.share($0, KittyMediumProbe.sampleBytes) {
                $0.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
        let probe = KittyMediumProbe(shares)
        self.probe = probe
        askedAt = now
        return probe.bytes
    }

    /// Takes an answer to a picture command in.
    ///
    /// - Returns: whether it was one to these questions.
    mutating func take(image: Int, message: [UInt8]) -> Bool {
        guard probe?.receive(image: image, message: message) == true else { return false }
        medium = probe?.medium ?? .direct
        return true
    }

    /// The terminal could not fetch what was laid out for it.
    mutating func sendDirectly() { medium = .direct }

    /// How much may be sent at a time.
    func limits(keepsUnseen: Bool) -> KittyLimits {
        guard medium == .direct else { return .sharing }
        // A terminal that keeps one picture at a time cannot put pieces together.
        let isInPieces = keepsUnseen && probe?.knowsDirectOnly == true
        return isInPieces ? .pieces : .direct
    }

    /// Takes away what was laid out for a picture that is not sent.
    func drop(_ image: RenderedImage) {
        guard case .stored(let payload, _, _) = image.image, let share = payload.share else {
            return
        }
        shared.remove(share)
    }

    /// What is still being made finds it closed, and is sent directly should we come back.
    func close() { shared.close() }
    func reopen() { shared.reopen() }
}

extension SharedPictures {
    /// Nil where there is no room or no such medium: then the picture is sent directly.
    func share(
        _ medium: KittyMedium, _ byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> KittyTransport? {
        do { return try create(medium, byteCount: byteCount, fill: fill) } catch { return nil }
    }
}
