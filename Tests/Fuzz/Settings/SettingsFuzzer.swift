import Fuzzing

#if !FUZZING
import Testing
#endif

/// The user's configuration.
enum SettingsFuzzer {
    static var targets: [any FuzzTarget.Type] {
        [
            SettingsTarget.self
        ]
    }
}

#if FUZZING
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzRun.run(SettingsFuzzer.targets, start, count)
}
#else
@Suite struct SettingsSeedTests {
    @Test func everyInputThatIsKeptKeepsThePromises() throws {
        let faults = try FuzzSeeds.faults(of: SettingsFuzzer.targets)
        #expect(faults == [])
    }
}
#endif
