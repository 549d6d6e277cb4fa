import Fuzzing

#if !FUZZING
import Testing
#endif

/// Text that a terminal and a user send and read.
enum TextFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            TextTarget.self, KeysTarget.self,
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(TextFuzzer.targets, start, count)
}
#else
@Suite struct TextSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: TextFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
