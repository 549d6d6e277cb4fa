/// A shared object that holds a picture's pixels for a terminal on this machine.
package enum KittyTransport: Hashable, Sendable {
    /// A POSIX shared memory object, which the terminal unlinks.
    case sharedMemory(name: String)
    /// A temporary file.
    ///
    /// The terminal deletes a file in a folder for temporary files if its name contains
    /// `tty-graphics-protocol`.
    case file(path: String)

    var letter: String {
        switch self {
        case .sharedMemory: "s"
        case .file: "t"
        }
    }

    var medium: KittyMedium {
        switch self {
        case .sharedMemory: .sharedMemory
        case .file: .file
        }
    }

    var name: [UInt8] {
        switch self {
        case .sharedMemory(let name), .file(path: let name): Array(name.utf8)
        }
    }
}

/// The media for sending a picture, the fastest first.
package enum KittyMedium: CaseIterable, Hashable, Sendable {
    case sharedMemory
    case file
    /// Bytes inside the escape sequences, which also reach a terminal on another machine.
    case direct
}

/// A probe of the media through which pictures reach a kitty terminal.
///
/// The queries refer to tiny shared objects, which the terminal does not store. Only a terminal on
/// this machine can read them: over ssh, both replies are errors.
package struct KittyMediumProbe: Sendable {
    private let shares: [KittyTransport]
    private var answers: [KittyMedium: [UInt8]] = [:]

    /// Creates a probe with one query for each shared object.
    ///
    /// - Parameter shares: objects of `sampleBytes` bytes each, in order of preference.
    package init(_ shares: [KittyTransport]) { self.shares = shares }

    /// The size of a shared object in bytes: one black pixel.
    package static let sampleBytes = 3

    // The image numbers of the queries; they follow `CapabilityQuery.kittyQueryImage` and precede
    // `CommandPlacing.first`.
    private static let images: KeyValuePairs<KittyMedium, Int> = [.sharedMemory: 32, .file: 33]

    /// Returns the medium whose query has this image number; `nil` for other numbers.
    package static func medium(ofImage image: Int) -> KittyMedium? {
        images.first { $0.value == image }?.key
    }

    /// The queries; the reply to each query is `OK` or an error.
    package var bytes: [UInt8] {
        var output: [UInt8] = []
        for share in shares {
            let image = Self.images.first { $0.key == share.medium }?.value ?? 0
            KittyCommand.append(
                "a=q,t=\(share.letter),f=24,s=1,v=1,S=\(Self.sampleBytes),i=\(image)",
                payload: share.name[...], to: &output)
        }
        return output
    }

    /// Receives a reply, and returns true if the reply belongs to one of these queries.
    package mutating func receive(image: Int, message: [UInt8]) -> Bool {
        guard let medium = Self.medium(ofImage: image),
            shares.contains(where: { $0.medium == medium })
        else { return false }
        answers[medium] = message
        return true
    }

    /// Counts missing replies as failures; a reply that arrives later still counts.
    package mutating func expire() {
        for share in shares where answers[share.medium] == nil { answers[share.medium] = [] }
    }

    package var isComplete: Bool { answers.count == shares.count }

    /// True if the terminal accepts pictures only in escape sequences, like Konsole.
    package var knowsDirectOnly: Bool {
        let refusal = Array("ENOTSUPPORTED".utf8)
        return !answers.isEmpty && answers.values.allSatisfy { $0.starts(with: refusal) }
    }

    /// The fastest medium that is known to work.
    package var medium: KittyMedium {
        shares.map(\.medium).first { answers[$0] == Self.success } ?? .direct
    }

    static let success = Array("OK".utf8)
}
