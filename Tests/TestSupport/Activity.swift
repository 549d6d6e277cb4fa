internal import Foundation

/// The activity of a program and its children so far, and whether it waits for input.
///
/// Read from /proc (Linux). Two equal consecutive ones mean that no thread has run between them:
/// once its output is read, the program is at rest.
///
/// Tests check fifty times a second: it reads bytes, because Foundation's text took half of all
/// their time.
package struct Activity: Equatable {
    /// The number of times each thread has given up its core, and its state, by the thread's
    /// number.
    private var switches: [Int32: [[UInt8]]] = [:]
    /// The calls of `poll` on more than one descriptor, each with the milliseconds it waits at most.
    package private(set) var polls: [Poll] = []
    /// True if a task sleeps, for example to wait for a retry.
    private var hasSleepers = false
    private var isRunning = false

    package struct Poll: Equatable {
        package let descriptors: Int
        /// Below 0 for no limit.
        package let milliseconds: Int
    }

    /// True if only the event loop waits for events other than wake-ups, with no timer due soon.
    ///
    /// A notice that disappears in a few seconds does not count as activity. A transfer in progress waits for
    /// its server.
    package var isWaiting: Bool {
        !hasSleepers && polls.count == 1 && polls[0].descriptors == 3
            && (polls[0].milliseconds < 0 || polls[0].milliseconds >= 2000) && !isRunning
    }

    /// `nil` if the system does not report it: not Linux, or a process without access.
    package init?(of program: Int32) {
        guard ProcFile.words("/proc/\(program)/syscall") != nil else { return nil }
        var open = [program]
        while let process = open.popLast() {
            let tasks = "/proc/\(process)/task"
            for thread in ProcFile.numbers(in: tasks) {
                open += add(thread, "\(tasks)/\(thread)")
            }
        }
        hasSleepers = Self.hasSleepers(in: "/proc/\(program)/fdinfo")
    }

    /// Adds a thread's activity, and returns its children.
    private mutating func add(_ thread: Int32, _ folder: String) -> [Int32] {
        let lines = ProcFile.lines("\(folder)/status") { line in
            Self.statusNames.contains { line.starts(with: $0) }
        }
        switches[thread] = lines
        // R: running; D: waiting for a disk.
        isRunning = isRunning || lines.first.map { $0.contains(0x52) || $0.contains(0x44) } ?? false
        if let poll = Self.poll("\(folder)/syscall"), poll.descriptors > 1 { polls.append(poll) }
        return (ProcFile.words("\(folder)/children") ?? []).compactMap { Int32($0) }
    }

    private static let statusNames = [
        "State:", "voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:",
    ].map { Array($0.utf8) }

    /// `Task.sleep` sets a timer of CLOCK_BOOTTIME (7); proc_pid_fdinfo(5) shows its remaining
    /// time.
    private static func hasSleepers(in folder: String) -> Bool {
        ProcFile.numbers(in: folder).contains { descriptor in
            let lines = ProcFile.lines("\(folder)/\(descriptor)")
            return lines.contains(bootTime) && !lines.contains(noTimeLeft)
        }
    }

    private static let bootTime = Array("clockid: 7".utf8)
    private static let noTimeLeft = Array("it_value: (0, 0)".utf8)

    /// proc_pid_syscall(5) shows the number of a thread's current call, and its arguments.
    private static func poll(_ path: String) -> Poll? {
        guard let words = ProcFile.words(path), words.count > 3, words[0] == number,
            let count = Int(words[2].dropFirst(2), radix: 16),
            let time = UInt64(words[3].dropFirst(2), radix: 16)
        else { return nil }
        #if arch(x86_64)
        let milliseconds = Int(Int32(truncatingIfNeeded: time))
        #else
        // `ppoll`, whose time is behind a pointer: a null pointer means no limit.
        let milliseconds = time == 0 ? -1 : 0
        #endif
        return Poll(descriptors: count, milliseconds: milliseconds)
    }

    #if arch(x86_64)
    private static let number = "7"
    #else
    private static let number = "73"
    #endif
}

/// Files of /proc, which are short and have no size.
private enum ProcFile {
    private static let limit = 16_384

    /// Returns the bytes; `nil` if the file cannot be read.
    static func bytes(_ path: String) -> ArraySlice<UInt8>? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            count = read(file, buffer.baseAddress, limit)
            filled = max(0, count)
        }
        return count < 0 ? nil : bytes[...]
    }

    static func lines(
        _ path: String, where isWanted: (ArraySlice<UInt8>) -> Bool = { _ in true }
    ) -> [[UInt8]] {
        (bytes(path) ?? []).split(separator: 0x0A).filter(isWanted).map { Array($0) }
    }

    static func words(_ path: String) -> [String]? {
        bytes(path)?.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the names in a folder that are numbers.
    static func numbers(in folder: String) -> [Int32] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var numbers: [Int32] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
    }
}
