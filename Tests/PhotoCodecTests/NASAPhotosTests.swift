import Foundation
import Imaging
import PhotoCodec
import Testing

/// Real photos, if they are beside the checkout.
@Suite(
    .enabled(if: Folders.shared("nasa/photos/INDEX.tsv") != nil, "no photos beside the checkout"))
struct NASAPhotosTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let place: URL
        let size: PixelSize
        var testDescription: String { file }
    }

    /// Empty without them; the suite is then skipped.
    static let rows: [Row] = {
        guard let folder = Folders.shared("nasa/photos"),
            let table = try? Folders.table(folder.appending(path: "INDEX.tsv"))
        else { return [] }
        return table.compactMap { row in
            guard let file = row["file"], let sides = row["WxH"]?.split(separator: "x"),
                sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1])
            else { return nil }
            return Row(
                file: file, place: folder.appending(path: file),
                size: PixelSize(width: width, height: height))
        }
    }()

    @Test func thereArePhotosOfEachKind() {
        #expect(Self.rows.count > 60)
    }

    @Test(arguments: rows)
    func opens(row: Row) throws {
        let photo = try Opening.photo(row.place)
        #expect(photo.size == row.size || photo.size == row.size.transposed)
        let raster = try photo.whole(reducedBy: .eighth)
        #expect(raster.size == photo.size.reduced(by: .eighth))
        #expect((photo.status.damage != nil) == row.file.contains("truncated"))
    }

    /// The same photo stored in eight ways.
    @Test(arguments: 2...8)
    func standsUpright(number: Int) throws {
        let folder = try #require(Folders.shared("nasa/photos/derived"))
        let name = "iss040e064832_orient"
        let upright = try Opening.photo(folder.appending(path: "\(name)1.jpg"))
        let turned = try Opening.photo(folder.appending(path: "\(name)\(number).jpg"))
        #expect(turned.size == upright.size)
        let expected = try upright.whole(reducedBy: .eighth)
        let raster = try turned.whole(reducedBy: .eighth)
        // A corner's means distinguish the eight; the odd side shifts some grids by half a pixel.
        let corner = PixelRect(x: 0, y: 0, width: 60, height: 40)
        #expect(areNear(Self.means(raster, corner), Self.means(expected, corner), within: 3))
    }

    private static func means(_ raster: Raster, _ area: PixelRect) -> [Double] {
        var sums = [0, 0, 0]
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX {
                let pixel = raster.pixel(x, y)
                for channel in 0..<3 { sums[channel] += pixel[channel] }
            }
        }
        return sums.map { Double($0) / Double(area.size.width * area.size.height) }
    }
}
