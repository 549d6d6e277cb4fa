import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Photos whose reply has no sizes, or wrong ones: z shows the original's pixels.
    @Suite struct UndeclaredSizes {
        private static let original = TestPictures.largeMosaic.raster

        /// The content of a reply about a photo of 1100x700.
        enum Reply: String, CaseIterable {
            /// Like 349 of 819 recorded items: only the preview's link.
            case previewAlone
            case noSizes, onlyTheCopysSize, tooSmall, tooLarge, asTheCopy, zero, turned, anyShape
            case originalIsATIFF

            var item: LibraryItem {
                var item = LibraryItem(id: "PIA12235")
                for width in [640, 1000] {
                    let height = width * original.size.height / original.size.width
                    let copy = original.resized(to: PixelSize(width: width, height: height))
                    item.sizes.append((width == 640 ? "thumb" : "medium", copy))
                }
                item.sizes.append(("orig", original))
                switch self {
                case .previewAlone:
                    item.unlinked = ["medium", "orig"]
                    item.undeclared = ["thumb"]
                case .noSizes: item.undeclared = ["thumb", "medium", "orig"]
                case .onlyTheCopysSize: item.undeclared = ["orig"]
                case .tooSmall: item.declared["orig"] = "770x490"
                case .tooLarge: item.declared["orig"] = "4400x2800"
                case .asTheCopy: item.declared["orig"] = item.sizes[0].raster.size
                case .zero: item.declared["orig"] = "0x0"
                case .turned: item.declared["orig"] = original.size.transposed
                case .anyShape: item.declared["orig"] = "3000x3000"
                case .originalIsATIFF:
                    item.undeclared = ["thumb", "medium", "orig"]
                    item.originalExtension = "tif"
                }
                return item
            }
        }

        private static let pairs = Reply.allCases.flatMap { reply in
            [40, 80, 110].map { (reply, $0) }
        }

        /// Each reply in a usual window, two of them in all.
        private static let few = pairs.filter { reply, columns in
            columns == 80 || [.previewAlone, .noSizes].contains(reply)
        }

        @Test(arguments: FullMatrix.all(pairs, else: few))
        func zShowsTheOriginalsPixels(reply: Reply, columns: Int) throws {
            let geometry = TerminalGeometry(columns: columns, rows: columns * 3 / 10)
            let library = try TestLibrary([reply.item])
            let viewer = try Viewer(["PIA12235", "--api", library.address], geometry: geometry)
            viewer.waitForText("%")
            #expect(!viewer.model.statusLine.contains("100%"), "\(viewer.model.statusLine)")
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.expectPicture(
                ExpectedView.originalCentre(of: Self.original, screen: geometry.pictureArea))
            #expect(viewer.facts?.percent == 100)
            #expect(library.requests.contains { $0.contains("~orig") })
            try viewer.quit()
        }

        /// A position is in the original's pixels.
        @Test(arguments: [Reply.previewAlone, .tooLarge, .zero])
        func aPlaceIsOneOfTheOriginal(reply: Reply) throws {
            let library = try TestLibrary([reply.item])
            let viewer = try Viewer(["PIA12235#550,350", "--api", library.address])
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.expectPicture(
                ExpectedView.originalCentre(
                    of: Self.original,
                    screen: TerminalGeometry(columns: 80, rows: 24).pictureArea))
            try viewer.quit()
        }

        /// From the grid, the usual way to a photo.
        @Test func fromTheListToo() throws {
            let library = try TestLibrary([Reply.previewAlone.item])
            let viewer = try Viewer(["--search", "made-up", "--api", library.address])
            viewer.waitForText("1 of 1")
            viewer.press("\r")
            viewer.waitForText("?%")
            viewer.press("+z*")
            try viewer.waitForFacts { $0.percent == 100 && $0.photo == Self.original.size }
            viewer.press("q")
            viewer.waitForText("1 of 1")
            try viewer.quit()
        }
    }
}
