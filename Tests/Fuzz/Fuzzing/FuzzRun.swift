#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One try of libFuzzer, which calls a C function with a fixed name.
package enum FuzzRun {
    /// Feeds the bytes to the target named in the environment; a broken promise ends the program.
    package static func run(
        _ targets: [any FuzzTarget.Type], _ start: UnsafePointer<UInt8>?, _ count: Int
    ) -> Int32 {
        ThreadEnds.areAwaited
        let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
        do {
            try chosen(among: targets).take(bytes)
        } catch {
            fatalError("broken: \(error)")
        }
        return 0
    }

    private static let name = getenv("NASA_VIEW_FUZZ_TARGET").map { String(cString: $0) }

    private static func chosen(among targets: [any FuzzTarget.Type]) -> any FuzzTarget.Type {
        guard let target = targets.first(where: { $0.name == name }) else {
            fatalError("NASA_VIEW_FUZZ_TARGET is none of \(targets.map { $0.name })")
        }
        return target
    }
}
