import Checksums
import Foundation
import Testing

struct ChecksumTests {
    @Test func theChecksumIsTheSameHoweverTheBytesCome() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for step in [1, 3, 31, 32, 33, 100, 999] {
            var sum = Checksum()
            for start in stride(from: 0, to: bytes.count, by: step) {
                bytes[start..<min(bytes.count, start + step)].withUnsafeBytes { sum.append($0) }
            }
            #expect(sum.value == Checksum.of(bytes), "in pieces of \(step)")
        }
    }

    @Test(arguments: [
        ("", "ef46db3751d8e999"), ("abc", "44bc2cf5ad770999"),
        (String((0..<100).map { Character(Unicode.Scalar(UInt8($0))) }), "6ac1e58032166597"),
    ])
    func theChecksumIsTheOneOthersCompute(text: String, sum: String) {
        #expect(String(Checksum.of(Array(text.utf8)), radix: 16) == sum)
    }

    @Test(arguments: [
        ("", "ef46db3751d8e9999aadff3ee38d8e67"), ("abc", "44bc2cf5ad77099996a5e06f5ba066ea"),
        (String(repeating: "a", count: 119), "7b4e3b8c4a5d81612e66bdd88758be27"),
    ])
    func aFileNameIsTwoChecksums(text: String, name: String) {
        #expect(Checksum.fileName(of: text) == name)
    }
}
