/// Finds out how pictures reach a terminal that knows kitty's protocol: asks it to look at tiny shared
/// objects, without keeping them.
///
/// Only a terminal on this machine can: so over ssh both answers are errors.
package struct KittyMediumProbe: Sendable {
    private let shares: [KittyTransport]
    private var answers: [Int: [UInt8]] = [:]

    /// - Parameter shares: objects of `sampleBytes` each, what is to be tried first in front.
    package init(_ shares: [KittyTransport]) { self.shares = shares }

    /// One black pixel.
    package static let sampleBytes = 3

    // After `CapabilityQuery.kittyQueryImage`, before the first picture of a gallery.
    private static let firstImage = 32

    /// The questions; each is answered by `OK` or an error.
    package var bytes: [UInt8] {
        var output: [UInt8] = []
        for (number, share) in shares.enumerated() {
            KittyCommand.append(
                "a=q,t=\(share.letter),f=24,s=1,v=1,S=\(Self.sampleBytes),i=\(Self.firstImage + number)",
                payload: share.name[...], to: &output)
        }
        return output
    }

    /// Takes an answer in.
    ///
    /// - Returns: whether it was an answer to one of these questions.
    package mutating func take(image: Int, message: [UInt8]) -> Bool {
        let number = image - Self.firstImage
        guard shares.indices.contains(number) else { return false }
        answers[number] = message
        return true
    }

    /// Waits no more: what was not answered does not work, unless an answer comes late.
    package mutating func expire() {
        for number in shares.indices where answers[number] == nil { answers[number] = [] }
    }

    package var isComplete: Bool { answers.count == shares.count }

    /// Whether the terminal knows of no medium but the escape sequences: konsole, on any machine.
    package var knowsDirectOnly: Bool {
        let refusal = Array("ENOTSUPPORTED".utf8)
        return !answers.isEmpty && answers.values.allSatisfy { $0.starts(with: refusal) }
    }

    /// The best medium known to work so far.
    package var medium: KittyMedium {
        guard let number = shares.indices.first(where: { answers[$0] == Array("OK".utf8) }) else {
            return .direct
        }
        switch shares[number] {
        case .sharedMemory: return .sharedMemory
        case .file: return .file
        }
    }
}

/// The ways that a picture's bytes reach a terminal, the quickest first.
package enum KittyMedium: CaseIterable, Hashable, Sendable {
    case sharedMemory
    case file
    /// Inside the escape sequences: the only way to another machine.
    case direct
}
