import Fuzzing

#if !FUZZING
import Testing
#endif

/// Headers of servers, and entries on the disk.
enum TransferFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            EntryTarget.self, HeadersTarget.self, RangesTarget.self,
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(TransferFuzzer.targets, start, count)
}
#else
@Suite struct TransferSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: TransferFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
