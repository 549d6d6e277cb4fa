/// The source of a picture's pixels for a terminal on this machine.
package enum KittyTransport: Hashable, Sendable {
    /// A POSIX shared memory object, which the terminal unlinks.
    case sharedMemory(name: String)
    /// A temporary file, which the terminal deletes if its name contains `tty-graphics-protocol`
    /// and it is in a folder for temporary files.
    case file(path: String)

    var letter: String {
        switch self {
        case .sharedMemory: "s"
        case .file: "t"
        }
    }

    var name: [UInt8] {
        switch self {
        case .sharedMemory(let name), .file(path: let name): Array(name.utf8)
        }
    }
}

/// The ways to send a picture, the fastest first.
package enum KittyMedium: CaseIterable, Hashable, Sendable {
    case sharedMemory
    case file
    /// Inside the escape sequences: the only way to another machine.
    case direct
}

/// Finds out how pictures reach a kitty terminal: queries tiny shared objects, without storing
/// them.
///
/// Only a terminal on this machine can read them: over ssh both replies are errors.
package struct KittyMediumProbe: Sendable {
    private let shares: [KittyTransport]
    private var answers: [Int: [UInt8]] = [:]

    /// - Parameter shares: objects of `sampleBytes` each, in order of preference.
    package init(_ shares: [KittyTransport]) { self.shares = shares }

    /// One black pixel.
    package static let sampleBytes = 3

    // After `CapabilityQuery.kittyQueryImage`, before `CommandPlacing.first`.
    private static let firstImage = 32

    /// The queries; the reply to each is `OK` or an error.
    package var bytes: [UInt8] {
        var output: [UInt8] = []
        for (number, share) in shares.enumerated() {
            KittyCommand.append(
                "a=q,t=\(share.letter),f=24,s=1,v=1,S=\(Self.sampleBytes),i=\(Self.firstImage + number)",
                payload: share.name[...], to: &output)
        }
        return output
    }

    /// - Returns: whether it was a reply to one of these queries.
    package mutating func receive(image: Int, message: [UInt8]) -> Bool {
        let number = image - Self.firstImage
        guard shares.indices.contains(number) else { return false }
        answers[number] = message
        return true
    }

    /// Counts missing replies as failures, unless they come late.
    package mutating func expire() {
        for number in shares.indices where answers[number] == nil { answers[number] = [] }
    }

    package var isComplete: Bool { answers.count == shares.count }

    /// True if the terminal has no medium but escape sequences: konsole, on any machine.
    package var knowsDirectOnly: Bool {
        let refusal = Array("ENOTSUPPORTED".utf8)
        return !answers.isEmpty && answers.values.allSatisfy { $0.starts(with: refusal) }
    }

    /// The best medium that is known to work.
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
