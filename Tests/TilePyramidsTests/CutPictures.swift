import Foundation
import Imaging
import PhotoCodec
import StandIn
import Synchronization
import TestSupport
import TilePyramids

/// A format in which the workbench cuts a picture, and its address.
enum CutForm: String, CaseIterable, Sendable {
    case gibs, trek, deepZoom, zoomify, iiif2, iiif3

    /// The fixed size of NASA's maps; `nil` for the others.
    var size: PixelSize? {
        switch self {
        case .gibs: "2560x1280"
        case .trek: "2048x1024"
        default: nil
        }
    }

    private var description: String {
        switch self {
        case .gibs, .trek: ""
        case .deepZoom: "/pyramid/deepzoom.dzi"
        case .zoomify: "/pyramid/zoomify/ImageProperties.xml"
        case .iiif2: "/pyramid/iiif2/info.json"
        case .iiif3: "/pyramid/iiif3/info.json"
        }
    }

    /// Returns the pyramid described by the server, and the address of its tiles.
    func pyramid(_ server: PyramidAnswers) throws -> (pyramid: TilePyramid, base: String) {
        switch self {
        case .gibs:
            return (try Self.there(WebMap.gibs(levels: 3, format: "jpg")), "/wmts/a/b/c/d/e/")
        case .trek:
            return (try Self.there(WebMap.trek(levels: 3, format: "jpg")), "/tiles/a/b/c/d/e/")
        default:
            let form = try Self.there(PyramidDescription(description))
            return (try form.pyramid(server.answer(description)?.content ?? []), form.base)
        }
    }

    private static func there<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw TestEnvironmentError.notBuilt("a pyramid") }
        return value
    }
}

extension Answer {
    /// The bytes of the answer.
    var content: [UInt8] {
        switch self {
        case .bytes(let bytes, _): bytes
        case .json(let json, _): (try? JSONEncoder().encode(json)).map(Array.init) ?? []
        case .file: []
        }
    }
}

/// Pictures for tests.
enum CutPicture {
    private static let known = Mutex<[PixelSize: any ImageSource]>([:])

    /// Returns a photo in a file in memory, no two positions of which look the same.
    ///
    /// Each is painted once for all tests, and not compressed: both took half of their time.
    static func photo(_ size: PixelSize) throws -> any ImageSource {
        try known.withLock { known in
            let photo = try known[size] ?? ImageDecoder.open(PhotoBytes(painted(size)))
            known[size] = photo
            return photo
        }
    }

    /// Returns the workbench's answers for a photo; their tiles are not compressed either.
    static func server(_ photo: any ImageSource, side: Int = 256) -> PyramidAnswers {
        PyramidAnswers(photo, side: side) { PlainPNG.bytes(of: $0, hasAlpha: false) }
    }

    private static func painted(_ size: PixelSize) -> [UInt8] {
        var number = UInt32(7)
        let pixels = Raster.bytes(of: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = (y * size.width + x) * Raster.bytesPerPixel
                    number = number &* 1_664_525 &+ 1_013_904_223
                    let noise = UInt8(number >> 28)
                    target[place] = UInt8(x * 200 / size.width) + noise
                    target[place + 1] = UInt8(y * 200 / size.height) + noise
                    target[place + 2] = UInt8((x / 16 + y / 16) % 2 * 180) + noise
                    target[place + 3] = 255
                }
            }
        }
        return PlainPNG.bytes(of: Raster(size: size, pixels: pixels), hasAlpha: false)
    }
}

/// Takes tiles from the workbench, without HTTP.
final class CutTiles: TileLoader {
    /// The fate of a request, by the path of its tile and the number of earlier requests for it.
    typealias Fate = @Sendable (_ path: String, _ tries: Int) async throws(TileFailure) -> Void

    private let server: PyramidAnswers
    private let base: String
    private let fate: Fate
    private let paths = Mutex<[String]>([])
    private let busy = Mutex((now: Set<Int>(), over: Set<Int>(), most: 0))

    init(_ server: PyramidAnswers, at base: String, fate: @escaping Fate = { _, _ in }) {
        self.server = server
        self.base = base
        self.fate = fate
    }

    /// The requested paths, in order.
    var requests: [String] { paths.withLock { $0 } }
    /// The maximum number of concurrent requests, excluding cancelled ones.
    var mostAtOnce: Int { busy.withLock { $0.most } }

    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster? {
        guard let path = pyramid.path(of: tile) else { throw .failed }
        let (number, tries) = paths.withLock { paths in
            defer { paths.append(path) }
            return (paths.count, paths.count { $0 == path })
        }
        defer { end(number) }
        do {
            return try await withTaskCancellationHandler {
                begin(number)
                try await fate(path, tries)
                return try self.tile(at: path, most: most)
            } onCancel: {
                end(number)
            }
        } catch let failure as TileFailure {
            throw failure
        } catch {
            throw .failed
        }
    }

    private func begin(_ number: Int) {
        busy.withLock {
            guard !$0.over.contains(number) else { return }
            $0.now.insert(number)
            $0.most = max($0.most, $0.now.count)
        }
    }

    private func end(_ number: Int) {
        busy.withLock {
            $0.over.insert(number)
            $0.now.remove(number)
        }
    }

    private func tile(at path: String, most: PixelSize) throws(TileFailure) -> Raster? {
        guard case .bytes(let bytes, let type) = server.answer(base + path), type == "image/png"
        else { return nil }
        do {
            let tile = try ImageDecoder.open(PhotoBytes(bytes))
            guard tile.size.width <= most.width, tile.size.height <= most.height else {
                throw TileFailure.failed
            }
            return try tile.pixels(of: PixelRect(tile.size), reducedBy: .none).raster
        } catch {
            throw .failed
        }
    }
}

/// A pause that lasts until a test ends it.
final class HeldPause: Sendable {
    private let gate = Gate()
    private let lengths = Mutex<[Duration]>([])

    /// The requested durations.
    var times: [Duration] { lengths.withLock { $0 } }

    /// The number of waiting tasks.
    var waiting: Int { gate.waiting }

    @Sendable func pause(_ time: Duration) async {
        lengths.withLock { $0.append(time) }
        await gate.wait()
    }

    /// Ends the current pauses.
    func release() { gate.release() }

    /// Ends all current and future pauses.
    func open() { gate.open() }
}

extension ImageSource {
    /// Returns the whole photo at a reduction.
    func all(_ reduction: Reduction) throws -> Raster {
        try pixels(of: PixelRect(size.reduced(by: reduction)), reducedBy: reduction).raster
    }
}

extension Raster {
    /// Returns the same picture in another size.
    func scaled(to size: PixelSize, by filter: ResamplingFilter = .standard) -> Raster {
        let window = ScaledWindow(photo: self.size, scaled: size, window: PixelRect(size))
        let part = RegionPixels(
            photo: self.size, reduction: .none, area: PixelRect(self.size), raster: self)
        return Resampler(filter: filter).resample(part, for: window, over: .black)
    }

    /// Returns the largest difference of two pictures' codes.
    func difference(from other: Raster) -> Int {
        guard size == other.size else { return 256 }
        return zip(pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}
