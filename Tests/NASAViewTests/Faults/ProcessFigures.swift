import Foundation

/// What a running program holds, by what the kernel tells of it (Linux).
struct ProcessFigures: CustomStringConvertible {
    static let areTold = FileManager.default.fileExists(atPath: "/proc/self/status")

    /// The memory that is its own, in bytes.
    let memoryBytes: Int
    /// All that was resident at once, shared or not, in megabytes.
    let peakMegabytes: Int
    /// All but those of `pictures`.
    let descriptors: Int
    /// Decoded pixels that another process has handed over: as many as a cache keeps.
    let pictures: Int
    let threads: Int
    /// What it has used of the processor.
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

    /// Hundredths of a second, 14th and 15th behind the name, which may hold anything (proc_pid_stat(5)).
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
