import Fuzzing

#if !FUZZING
import Testing
#endif

/// Messages between the program and the processes that decode photos.
enum SandboxFuzzer {
    static var targets: [any FuzzTarget.Type] { [MessagesTarget.self] }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(SandboxFuzzer.targets, start, count)
}
#else
@Suite struct MessageSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: SandboxFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
