import Dispatch
import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// A photo reports its status while its decoder works: a worker's watchdog asks for it every
/// second, and a worker whose watchdog waits is ended as hanging.
@Suite struct StatusDuringDecodingTests {
    /// A decoder that works until the test lets it continue.
    private final class SlowDecoder: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let gate = DispatchSemaphore(value: 0)

        func work() {
            begun.signal()
            gate.wait()
        }

        /// Returns true if `action` ends while the decoder is working.
        func isAnswered(
            _ use: @escaping @Sendable () -> Void, _ action: @escaping @Sendable () -> Void
        )
            -> Bool
        {
            let (used, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                use()
                used.signal()
            }
            begun.wait()
            Thread.detachNewThread {
                action()
                answered.signal()
            }
            let isAnswered = answered.wait(timeout: .now() + 5) == .success
            gate.signal()
            used.wait()
            return isAnswered
        }
    }

    private static let size = PixelSize(width: 4, height: 2)
    private static let raster = Raster(
        size: size, pixels: [UInt8](repeating: 255, count: 4 * 2 * Raster.bytesPerPixel),
        isOpaque: true)

    private let decoder = SlowDecoder()

    @Test func aPictureInOnePieceTellsItsStatusWhileItIsDecoded() throws {
        let sequence = try FrameSequence(still: Self.size) { [decoder] () throws(DecodingFailure) in
            decoder.work()
            return DecodedPicture(raster: Self.raster, damage: .endsEarly)
        }
        let photo = try sequence.source()
        let isAnswered = decoder.isAnswered(
            { _ = try? photo.pixels(of: PixelRect(Self.size), reducedBy: .none) },
            { _ = photo.status })
        #expect(isAnswered)
        #expect(photo.status.damage == .endsEarly)
    }

    @Test func aFileOfSeveralTellsItsStatusAndShowsOpenOnesWhileOneIsOpened() throws {
        let photo = try MultipartPhoto.source(PageSet(sizes: [Self.size, Self.size])) {
            [decoder] number throws(DecodingFailure) in
            if number == 1 { decoder.work() }
            return try FrameSequence(still: Self.size) { () throws(DecodingFailure) in
                DecodedPicture(raster: Self.raster, damage: nil)
            }.source()
        }
        let area = PixelRect(Self.size)
        let isAnswered = decoder.isAnswered(
            { _ = try? photo.page(1).pixels(of: area, reducedBy: .none) },
            {
                _ = photo.status
                _ = try? photo.pixels(of: area, reducedBy: .none)
            })
        #expect(isAnswered)
        #expect(try photo.page(1).pixels(of: area, reducedBy: .none).raster == Self.raster)
    }
}
