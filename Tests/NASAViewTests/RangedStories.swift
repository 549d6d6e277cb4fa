import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgram {
    /// Tiled TIFFs of a server that sends ranges.
    @Suite struct RangedStories {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let file = PartServer.File(body: CloudOptimizedTIFF.file())

        private func viewer(_ server: PartServer) throws -> Viewer {
            try Viewer(["--api", server.address, server.address + "/mosaic.tif"])
        }

        @Test func onlyTheTilesLookedAtAreFetched() throws {
            let server = try PartServer(Self.file)
            defer { server.stop() }
            let photo = CloudOptimizedTIFF.raster()
            let viewer = try viewer(server)
            // Only a complete bar has the size.
            let facts = try viewer.waitForFacts { $0.photo != nil && $0.percent < 100 }
            #expect(facts.photo == photo.size)
            viewer.expectPicture(
                ExpectedView.fitted(CloudOptimizedTIFF.raster(scale: 2), screen: Self.screen),
                under: 12)
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "centre" }
            viewer.expectPicture(ExpectedView.originalCentre(of: photo, screen: Self.screen))
            try viewer.quit()
            #expect(!server.requests.contains("all"))
            #expect(server.bytesSent < Self.file.body.count / 2)
        }

        @Test func aServerWithoutRangesIsDownloadedFrom() throws {
            var file = Self.file
            file.takesRanges = false
            let server = try PartServer(file)
            defer { server.stop() }
            let viewer = try viewer(server)
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "centre" }
            viewer.expectPicture(
                ExpectedView.originalCentre(of: CloudOptimizedTIFF.raster(), screen: Self.screen))
            try viewer.quit()
            #expect(server.requests.last == "all")
        }

        @Test(arguments: [
            (isLie: false, text: "the file has been changed"),
            (isLie: true, text: "its server did not send the requested bytes"),
        ])
        func aChangeIsASentence(isLie: Bool, text: String) throws {
            let server = try PartServer(Self.file)
            defer { server.stop() }
            let viewer = try viewer(server)
            try viewer.waitForFacts { $0.percent < 100 }
            server.change { file in
                if isLie { file.lie = .otherPlace } else { file.headers = ["ETag": "\"v2\""] }
            }
            viewer.press("z")
            viewer.waitForText(text)
            try viewer.quit()
        }

        @Test func aServerThatLiesFromTheStartIsASentence() throws {
            var file = Self.file
            file.lie = .shortBody
            let server = try PartServer(file)
            defer { server.stop() }
            let viewer = try viewer(server)
            viewer.waitForText("its server did not send the requested bytes")
            try viewer.quit()
        }

        @Test func aPartIsCutOutPixelByPixel() throws {
            let server = try PartServer(Self.file)
            defer { server.stop() }
            let output = try ScratchFile()
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "crop", "--api", server.address,
                        server.address + "/mosaic.tif#xywh=200,100,700,500", "--to",
                        output.path + ".png",
                    ]))
            #expect(run.status == .code(0), "\(run.errors)")
            let part = try ImageDecoder.open(try PhotoBytes.open(path: output.path + ".png"))
                .pixels(of: PixelRect(x: 0, y: 0, width: 700, height: 500), reducedBy: .none)
            let area = PixelRect(x: 200, y: 100, width: 700, height: 500)
            #expect(part.raster == CloudOptimizedTIFF.raster().cropped(to: area))
            #expect(server.bytesSent < Self.file.body.count / 2)
        }
    }
}
