internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A message between two processes: what it is, the call it belongs to, numbers, and a text.
package struct Message: Hashable, Sendable {
    /// The order is that of both ends: they are the same program.
    package enum Kind: Int, CaseIterable, Sendable {
        // To the zygote.
        case begin, end
        // To a worker.
        case open, pixels, isReady, preview, waitForMore, facts, cancel, errandDone
        // From a worker.
        case opened, drawn, answered, failed, alive
        case wantsSpill, wantsIndex, wantsIndexRoom, wroteIndex, wantsBytes
    }

    /// What is longer is no letter of ours.
    static let limitBytes = 1024
    /// The most that is counted in one, bytes beyond any machine's.
    ///
    /// Sums and percentages of such numbers overflow nowhere.
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

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for word in [kind.rawValue, call, numbers.count] + numbers {
            withUnsafeBytes(of: Int64(word)) { bytes.append(contentsOf: $0) }
        }
        return bytes + text.utf8.prefix(Self.textBytes)
    }
}

extension Message {
    /// Nil for bytes that are no letter: whoever sends them is not to be trusted.
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
}

/// One end of a line between two processes; any thread may send, one receives.
final class MessageChannel: Sendable {
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
    func send(_ letter: Message, handing descriptor: Descriptor? = nil) -> SendResult {
        SystemCalls.send(letter.bytes, descriptor?.number ?? -1, to: number, waiting: isPatient)
    }

    /// The next letter, and what was handed over with it; nil at the end and for what is no letter.
    func receive() -> (letter: Message, handed: Descriptor?)? {
        guard
            let (bytes, handed) = SystemCalls.receive(atMost: Message.limitBytes + 1, from: number),
            let letter = Message(bytes)
        else { return nil }
        return (letter, handed)
    }

    /// Ends the line for both sides: who receives gets its end.
    func hangUp() { shutdown(number, Int32(SHUT_RDWR)) }
}

/// What becomes of a letter.
enum SendResult {
    case sent
    /// The other end has not read those before it.
    case noRoom
    case nobodyThere
    /// The system lacks the memory for it, or holds too many descriptors that are on their way.
    case failed
}
