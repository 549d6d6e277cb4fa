import TestSupport
import Testing

/// `workbench sandbox`, run to its end.
enum FenceCommand {
    #if os(Linux)
    static let isThere = true
    #else
    static let isThere = false
    #endif

    static func lines(
        _ arguments: [String], preloading library: String? = nil,
        _ variables: [String: String] = [:]
    ) throws -> [[String]] {
        var start = ProgramStart(
            try BuiltProgram.workbench.path(), ["sandbox"] + arguments)
        if let library {
            start.environment["LD_PRELOAD"] = CleanEnvironment.preloading(library)
        }
        start.environment.merge(variables) { _, own in own }
        let run = try ProgramRun(start)
        #expect(run.status == .code(0), "\(run.errors)")
        return run.text.split(separator: "\n").map {
            $0.split(separator: "\t", maxSplits: 1).map(String.init)
        }
    }
}
