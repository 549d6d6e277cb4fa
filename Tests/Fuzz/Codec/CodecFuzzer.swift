import Fuzzing

#if !FUZZING
import Testing
#endif

/// Files that claim to be pictures.
enum CodecFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            JPEGTarget.self, TilesTarget.self, StripsTarget.self, PNGTarget.self,
            TIFFTarget.self, RangedTarget.self, ExifTarget.self, FITSTarget.self, PNMTarget.self,
            PlanetaryTarget.self, EXRTarget.self, GzipTarget.self, ZipTarget.self,
            JPEG2000Target.self,
            GIFTarget.self, WebPTarget.self, APNGTarget.self, HEIFTarget.self, JXLTarget.self,
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(CodecFuzzer.targets, start, count)
}
#else
@Suite struct CodecSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: CodecFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
