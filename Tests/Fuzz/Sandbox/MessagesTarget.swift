import Fuzzing
import Imaging

@testable import Sandbox

/// A message between the program and a worker, and the window or reply that it contains.
enum MessagesTarget: FuzzTarget {
    static let name = "messages"

    /// The maximum number of pixels of a photo or a scaled window that a try scales.
    private static let pixelLimit = 4096
    /// The maximum number of bytes of a text; an invalid byte of a text becomes three.
    private static let textBytes = 170

    static func take(_ bytes: [UInt8]) throws {
        guard let message = Message(bytes) else { return }
        let again = Message(message.bytes)
        try expect(
            again?.kind == message.kind && again?.call == message.call
                && again?.numbers == message.numbers, "a message arrives as another")
        if message.kind == .scaled { try takeWindow(message.numbers) }
        if let answer = WorkerAnswer(message) { try expectSame(answer, message) }
        _ = PictureKey(of: message.kind, message.numbers)
    }

    private static func takeWindow(_ numbers: [Int]) throws {
        guard let region = ScaledRegion(numbers) else { return }
        try expect(region.numbers == numbers, "a window of \(numbers) is \(region.numbers)")
        let (photo, window) = (region.window.photo, region.window.window)
        try expect(!photo.isEmpty, "a photo without pixels")
        try expect(
            PixelRect(region.window.scaled).contains(window), "a window beyond the scaled photo")
        try expect(window.size.byteCount != nil, "the bytes of \(window.size) overflow")
        try scale(region)
    }

    /// Scales a photo of one colour: the window is filled with the colour.
    private static func scale(_ region: ScaledRegion) throws {
        let (photo, size) = (region.window.photo, region.window.window.size)
        guard (photo.area ?? .max) <= pixelLimit, (size.area ?? .max) <= pixelLimit, !size.isEmpty
        else { return }
        let (reduction, area) = Resampler().source(for: region.window)
        let grid = PixelRect(photo.reduced(by: reduction))
        try expect(!area.isEmpty && grid.contains(area), "\(area) is not on the photo")
        let source = RegionPixels(
            photo: photo, reduction: reduction, area: area,
            raster: Drawing(of: area.size, on: region.background).raster)
        let scaled = Resampler().resample(source, for: region.window, over: region.background)
        let wanted = Drawing(of: size, on: region.background).raster
        try expect(
            zip(scaled.pixels, wanted.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 },
            "one colour is scaled to others")
    }

    /// A reply can be sent again; a text that was cut may be cut again.
    private static func expectSame(_ answer: WorkerAnswer, _ message: Message) throws {
        let again = Message(answer.message(for: message.call).bytes).flatMap { WorkerAnswer($0) }
        try expect(again != nil, "a reply does not arrive")
        if case .sampled = answer.outcome { return }
        guard message.text.utf8.count <= textBytes else { return }
        try expect(again?.outcome == answer.outcome, "a reply arrives as another")
    }
}
