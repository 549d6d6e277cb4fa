import Fuzzing

#if !FUZZING
import Testing
#endif

/// Replies of NASA's servers and of other services.
enum CatalogFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            ReplyTarget.self, AddressTarget.self, CaptionTarget.self, ServiceTarget.self,
            PyramidTarget.self,
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(CatalogFuzzer.targets, start, count)
}
#else
@Suite struct CatalogSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: CatalogFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
