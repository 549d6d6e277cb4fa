import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// OpenEXR files that OpenEXR's own program packs, by all methods; skipped without it.
@Suite(
    .enabled(if: EXRLibrary.isHere, "OpenEXRCore is missing"),
    .enabled(if: PackingProgram.isHere, "exrmaketiled is missing"))
struct EXRPackedTests {
    /// The methods, and how far numbers up to 16 may be from what was packed.
    static let methods: [(name: String, tolerance: Float)] = [
        ("none", 0), ("rle", 0), ("zip", 0), ("piz", 0), ("pxr24", 0), ("b44", 1), ("b44a", 1),
        ("dwaa", 2), ("dwab", 2),
    ]

    @Test(arguments: methods, [EXRWriter.Channel.Kind.half, .float])
    func packedNumbersAreTheSame(
        method: (name: String, tolerance: Float), kind: EXRWriter.Channel.Kind
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let size = PixelSize(width: 50, height: 40)
        let channels = ["B", "G", "R"].enumerated().map { index, name in
            EXRWriter.Channel(name: name, kind: kind) { x, y, _ in
                Float(x / 4 + y % 7) * 0.25 + Float(index)
            }
        }
        let source = folder.appending(path: "plain.exr")
        try Data(EXRWriter(.init(size: size, channels: channels)).file).write(to: source)
        let packed = folder.appending(path: "packed.exr")
        try PackingProgram.run(["-m", "-t", "16", "16", "-z", method.name], source, to: packed)
        let isOld = CodecLibrary.openEXR.version.hasPrefix("3.1.")
        let isOfDWA = method.name.hasPrefix("dwa")
        let isMixed = kind != .half && method.name.hasPrefix("b44")
        guard !isOld || !isOfDWA && !isMixed else {
            #expect(throws: DecodingFailure.self) { try Opening.photo(packed) }
            return
        }
        let photo = try Opening.photo(packed)
        #expect(photo.size == size)
        for (x, y) in (0..<40).map({ ($0 * 37 % 50, $0) }) {
            let numbers = try photo.sample(at: PixelPoint(x: x, y: y)).values
            #expect(numbers.count == 3)
            for (channel, number) in numbers.enumerated() {
                guard case .single(let number) = number else { continue }
                let expected = channels[2 - channel].number(x, y, 0)
                #expect(abs(number - expected) <= method.tolerance, "\(x), \(y)")
            }
        }
        #expect(try photo.whole(reducedBy: .half).size == PixelSize(width: 25, height: 20))
    }
}

private enum PackingProgram {
    static let path = "/usr/bin/exrmaketiled"
    static let isHere = FileManager.default.isExecutableFile(atPath: path)

    static func run(_ settings: [String], _ source: URL, to target: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = settings + [source.path, target.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
