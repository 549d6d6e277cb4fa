import Foundation

/// What a process does about signals, by what the kernel tells of it (Linux).
struct SignalMasks: CustomStringConvertible {
    private let caught: UInt64
    private let ignored: UInt64
    private let blocked: UInt64

    static let areTold = FileManager.default.fileExists(atPath: "/proc/self/status")

    init(of process: Int32) throws {
        self.init(try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8))
    }

    init(_ status: String) {
        caught = Self.mask("SigCgt", in: status)
        ignored = Self.mask("SigIgn", in: status)
        blocked = Self.mask("SigBlk", in: status)
    }

    /// Whether it comes, and does what it does by default.
    func isDefault(_ signal: Int32) -> Bool {
        (caught | ignored | blocked) >> UInt64(signal - 1) & 1 == 0
    }

    private static func mask(_ name: String, in status: String) -> UInt64 {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let digits = line?.split { $0.isWhitespace }.last.flatMap { UInt64($0, radix: 16) }
        return digits ?? .max
    }

    var description: String {
        [("caught", caught), ("ignored", ignored), ("blocked", blocked)]
            .map { "\($0.0) \(String($0.1, radix: 16))" }.joined(separator: ", ")
    }
}
