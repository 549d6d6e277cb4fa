import Foundation

/// What a program and its children have done so far, and whether it waits to be given something to do.
///
/// Read from /proc (Linux). Two equal ones, one after the other, mean that no thread has run between
/// them: once its output is read, the program is at rest.
struct Activity: Equatable {
    /// How often each thread has given up its core and what it does now, by the thread's number.
    private var switches: [Substring: String] = [:]
    /// The calls of `poll` on more than one descriptor, each with the milliseconds it waits at most.
    private(set) var polls: [Poll] = []

    struct Poll: Equatable {
        let descriptors: Int
        /// Below 0: for ever.
        let milliseconds: Int
    }

    /// Whether only the event loop waits for more than to be woken, and no timer of it is due soon.
    ///
    /// A notice that leaves in some seconds is no work. A transfer under way waits for its server.
    var isWaiting: Bool {
        polls.count == 1 && polls[0].descriptors == 3
            && (polls[0].milliseconds < 0 || polls[0].milliseconds >= 2000)
            && !switches.values.contains { $0.contains("running") || $0.contains("disk sleep") }
    }

    /// `nil` if the system does not tell: not Linux, or a process that may not be looked at.
    init?(of program: Int32) {
        let own = "/proc/\(program)/syscall"
        guard FileManager.default.isReadableFile(atPath: own), Self.text(own) != nil else {
            return nil
        }
        var open = [Substring("\(program)")]
        while let process = open.popLast() {
            let tasks = "/proc/\(process)/task"
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
                let folder = "\(tasks)/\(thread)"
                switches[thread[...]] = Self.switches(in: folder)
                if let poll = Self.poll(in: folder), poll.descriptors > 1 { polls.append(poll) }
                open += (Self.text(folder + "/children") ?? "").split(separator: " ")
            }
        }
    }

    private static func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private static func switches(in thread: String) -> String {
        (text(thread + "/status") ?? "").split(separator: "\n")
            .filter { $0.hasPrefix("State:") || $0.contains("ctxt_switches") }.joined()
    }

    /// proc_pid_syscall(5) shows the number of the call that a thread is in, and its arguments.
    private static func poll(in thread: String) -> Poll? {
        let words = (text(thread + "/syscall") ?? "").split(separator: " ")
        guard words.count > 3, words[0] == number,
            let count = Int(words[2].dropFirst(2), radix: 16),
            let time = UInt64(words[3].dropFirst(2), radix: 16)
        else { return nil }
        #if arch(x86_64)
        let milliseconds = Int(Int32(truncatingIfNeeded: time))
        #else
        // `ppoll`, whose time lies behind a pointer: none means for ever.
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
