import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The processes that decode photos for a running viewer, found in /proc.
struct Workers {
    let session: Int32

    private struct Process {
        let number: Int32
        let parent: Int32
        let name: String
        let state: Character

        /// The name stands in parentheses and may hold anything (proc_pid_stat(5)).
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

    /// In the order in which they came into being, as far as numbers tell.
    var photos: [Int32] {
        guard let zygote else { return [] }
        return Self.all.filter { $0.parent == zygote && $0.name == "nasa-view photo" }
            .map(\.number).sorted()
    }

    func send(_ signal: Int32) {
        for worker in photos { kill(worker, signal) }
    }

    /// Whether a process is there and not only waiting to be reaped.
    static func isAlive(_ number: Int32) -> Bool {
        Process(number).map { $0.state != "Z" } ?? false
    }

    static func descriptorCount(of number: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd"))?.count ?? 0
    }
}
