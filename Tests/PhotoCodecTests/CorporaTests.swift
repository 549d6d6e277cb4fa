import Foundation
import Imaging
import Testing

@testable import PhotoCodec

/// A sample of the valid and hostile pictures beside some checkouts.
///
/// `NASA_VIEW_CORPORA=all` takes all of them, for a release run.
@Suite(.enabled(if: Folders.shared("corpora/INDEX.tsv") != nil, "no corpora beside the checkout"))
struct CorporaTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let category: String
        let what: String
        let expected: String
        let size: PixelSize
        let means: [Double]
        var testDescription: String { file }

        init?(_ row: [String: String]) {
            guard let file = row["file"], let category = row["category"], let what = row["what"],
                let expected = row["expected"], let width = row["w"].flatMap(Int.init),
                let height = row["h"].flatMap(Int.init)
            else { return nil }
            self.file = file
            self.category = category
            self.what = what
            self.expected = expected
            size = PixelSize(width: width, height: height)
            means = (row["mean_rgb"] ?? "").split(separator: ",").compactMap { Double($0) }
        }

        /// Some may fail or be drawn.
        var mustFail: Bool { expected.hasPrefix("must-error") && !expected.contains(" or ") }

        /// The table's means ignore gAMA; if it differs from sRGB's we do not.
        var hasOtherGamma: Bool { what.contains("gAMA") && !what.contains("gAMA0.4546") }
    }

    /// Every ninth picture that a debug build can decode in time.
    static let rows: [Row] = {
        guard let index = Folders.shared("corpora/INDEX.tsv"),
            let table = try? Folders.table(index)
        else { return [] }
        let rows = table.compactMap(Row.init).filter { !["dict", "json"].contains($0.category) }
        guard ProcessInfo.processInfo.environment["NASA_VIEW_CORPORA"] != "all" else { return rows }
        let small = rows.filter { ($0.size.area ?? .max) < 100_000 }
        return stride(from: 0, to: small.count, by: 9).map { small[$0] }
    }()

    @Test(
        "P3, P5: every kind of colour comes out as the table of the corpora says",
        arguments: rows.filter { ["png-valid", "jpeg-valid", "exif", "icc"].contains($0.category) })
    func decodesWhatIsValid(row: Row) throws {
        let folder = try #require(Folders.shared("corpora"))
        let photo = try Opening.photo(folder.appending(path: row.file))
        #expect(photo.size == row.size || photo.size == row.size.transposed)
        let raster = try photo.whole()
        #expect(photo.status.damage == nil)
        // The table's means are those of the file's samples, without any conversion.
        if !row.hasOtherGamma && (photo as? PhotoFile)?.conversion == nil {
            #expect(areNear(raster.means, row.means, within: 2))
        }
    }

    /// Decoded tile by tile, however small: the same pixels.
    @Test(
        arguments: rows.filter { ["png-valid", "jpeg-valid", "exif", "icc"].contains($0.category) })
    func whatIsValidIsTheSameTileByTile(row: Row) throws {
        let bytes = try Self.bytes(of: row)
        let tiled = try ImageDecoder.open(bytes, within: Opening.tiledMeans)
        let plain = try ImageDecoder.open(bytes)
        for reduction in [Reduction.none, .quarter, .eighth] {
            let some = try tiled.whole(reducedBy: reduction)
            #expect(some == (try plain.whole(reducedBy: reduction)), "reduced by \(reduction)")
        }
        #expect(tiled.status.damage == nil)
    }

    @Test(arguments: rows.filter { $0.category.hasSuffix("corrupt") || $0.category == "weird" })
    func whatIsNotIsSurvivedTileByTile(row: Row) throws {
        do {
            let bytes = try Self.bytes(of: row)
            let photo = try ImageDecoder.open(bytes, within: Opening.tiledMeans)
            let raster = try photo.whole(reducedBy: .eighth)
            #expect(raster.size == photo.size.reduced(by: .eighth))
            let corner = PixelRect(photo.size).intersection(
                PixelRect(x: 0, y: 0, width: 900, height: 900))
            _ = try photo.pixels(of: corner, reducedBy: .none)
            #expect(!row.mustFail || photo.status.damage != nil)
        } catch {
            #expect(error is DecodingFailure || error is FileFailure)
        }
    }

    private static func bytes(of row: Row) throws -> PhotoBytes {
        let folder = try #require(Folders.shared("corpora"))
        return try PhotoBytes.open(path: folder.appending(path: row.file).path)
    }

    @Test(
        "P2: a damaged file is shown as far as it goes, or refused",
        arguments: rows.filter { $0.category.hasSuffix("corrupt") || $0.category == "weird" })
    func survivesWhatIsNot(row: Row) throws {
        let folder = try #require(Folders.shared("corpora"))
        do {
            let photo = try Opening.photo(folder.appending(path: row.file))
            let raster = try photo.whole(reducedBy: .eighth)
            #expect(raster.size == photo.size.reduced(by: .eighth))
            // If the table expects an error, pixels up to the damage are accepted, if it is
            // reported.
            #expect(!row.mustFail || photo.status.damage != nil)
        } catch {
            #expect(error is DecodingFailure || error is FileFailure)
            #expect(row.category != "weird" || !row.expected.hasPrefix("decodes"))
        }
    }

    /// PngSuite's gamma series shows one picture, stored with six gammas.
    @Test(arguments: ["0g16", "2c08", "3p04"])
    func gammasComeOutAlike(series: String) throws {
        let folder = try #require(Folders.shared("corpora/png-valid/pngsuite"))
        let all = ["03", "04", "05", "07", "10", "25"].map {
            folder.appending(path: "g\($0)n\(series).png")
        }
        let means = try all.filter { FileManager.default.fileExists(atPath: $0.path) }
            .map { try Opening.photo($0).whole().means }
        for mean in means { #expect(areNear(mean, means[0], within: 6)) }
    }
}
