internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One end of a line between two processes; any thread may send, one receives.
final class LetterSocket: Sendable {
    private let end: Descriptor
    private let isPatient: Bool

    /// - Parameters:
    ///   - end: this end of it.
    ///   - isPatient: whether a letter waits for room; not where the other end cannot be trusted to read.
    init(_ end: Descriptor, isPatient: Bool = true) {
        self.end = end
        self.isPatient = isPatient
    }

    var number: Int32 { end.number }

    @discardableResult
    func send(_ letter: Letter, handing descriptor: Descriptor? = nil) -> Delivery {
        Kernel.send(letter.bytes, descriptor?.number ?? -1, to: number, waiting: isPatient)
    }

    /// The next letter, and what was handed over with it; nil at the end and for what is no letter.
    func receive() -> (letter: Letter, handed: Descriptor?)? {
        guard let (bytes, handed) = Kernel.receive(atMost: Letter.limitBytes + 1, from: number),
            let letter = Letter(bytes)
        else { return nil }
        return (letter, handed)
    }

    /// Ends the line for both sides: who receives gets its end.
    func hangUp() { shutdown(number, Int32(SHUT_RDWR)) }
}
