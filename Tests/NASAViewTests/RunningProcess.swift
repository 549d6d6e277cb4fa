import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The resources of a running program, as the kernel reports them (Linux).
struct ProcessStatistics: CustomStringConvertible {
    static let areTold = FileManager.default.fileExists(atPath: "/proc/self/status")

    /// Its private memory, in bytes.
    let memoryBytes: Int
    /// The peak of resident memory, shared or not, in megabytes.
    let peakMegabytes: Int
    /// All except those of `pictures`.
    let descriptors: Int
    /// Decoded pixels received from another process: as many as a cache holds.
    let pictures: Int
    let threads: Int
    /// The processor time used.
    let processorSeconds: Double

    init(of identifier: Int32) throws {
        let folder = "/proc/\(identifier)"
        let text = try String(contentsOfFile: folder + "/status", encoding: .utf8)
        memoryBytes = Self.number("RssAnon", in: text) * 1024
        peakMegabytes = Self.number("VmHWM", in: text) >> 10
        threads = Self.number("Threads", in: text)
        processorSeconds = try Self.processorSeconds(in: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
        let places = names.map {
            try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/fd/" + $0)
        }
        pictures = places.count { $0?.hasPrefix("/memfd:pixels") ?? false }
        descriptors = names.count - pictures
    }

    /// Hundredths of a second, 14th and 15th after the name, which may contain anything
    /// (proc_pid_stat(5)).
    private static func processorSeconds(in folder: String) throws -> Double {
        let text = try String(contentsOfFile: folder + "/stat", encoding: .utf8)
        let rest = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return rest.dropFirst(12).prefix(2).compactMap { Double($0) }.reduce(0, +) / 100
    }

    private static func number(_ name: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
    }

    var description: String {
        "\(memoryBytes / 1024) kB of memory, \(descriptors) descriptors, "
            + "\(pictures) pictures, \(threads) threads"
    }
}

/// The processes that decode photos for a running viewer, found in /proc.
struct Workers {
    let session: Int32

    private struct Process {
        let number: Int32
        let parent: Int32
        let name: String
        let state: Character

        /// The name is in parentheses and may contain anything (proc_pid_stat(5)).
        init?(_ number: Int32) {
            guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
            else { return nil }
            let rest = stat[close...].dropFirst(2).split(separator: " ")
            guard rest.count > 1, let state = rest[0].first, let parent = Int32(rest[1]) else {
                return nil
            }
            self.number = number
            self.parent = parent
            self.state = state
            name = String(stat[stat.index(after: open)..<close])
        }
    }

    private static var all: [Process] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { Process($0) }
            .filter { $0.state != "Z" }
    }

    var zygote: Int32? {
        Self.all.first { $0.parent == session && $0.name.hasPrefix("nasa-view zygot") }?.number
    }

    /// In the order of their start, as far as numbers show it.
    var photos: [Int32] {
        guard let zygote else { return [] }
        return Self.all.filter { $0.parent == zygote && $0.name == "nasa-view photo" }
            .map(\.number).sorted()
    }

    func send(_ signal: Int32) {
        for worker in photos { kill(worker, signal) }
    }

    /// Returns true if a process is running, not only waiting to be reaped.
    static func isAlive(_ number: Int32) -> Bool {
        Process(number).map { $0.state != "Z" } ?? false
    }

    static func descriptorCount(of number: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd"))?.count ?? 0
    }
}

/// A process's handling of signals, as the kernel reports it (Linux).
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

    /// Returns true if the signal is delivered, with its default action.
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
