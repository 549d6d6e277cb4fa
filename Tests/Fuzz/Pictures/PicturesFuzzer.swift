import Fuzzing

#if !FUZZING
import Testing
#endif

/// Pictures in the formats of terminals, decoded by strict readers.
enum PicturesFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            SixelTarget.self, KittyTarget.self, ITerm2Target.self, BlocksTarget.self,
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(PicturesFuzzer.targets, start, count)
}
#else
@Suite struct PicturesSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: PicturesFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
