import Fuzzing

#if !FUZZING
import Testing
#endif

/// Actions of a user and answers from outside, in any order.
enum VisitFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            VisitTarget.self
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(VisitFuzzer.targets, start, count)
}
#else
@Suite struct VisitSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: VisitFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
