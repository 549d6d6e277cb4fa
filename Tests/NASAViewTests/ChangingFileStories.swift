import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Files and folders that change while they are on the screen.
    @Suite struct ChangingFiles {
        /// Colours that no two pictures share.
        private static let colours: [RGBColour] = [
            RGBColour(red: 200, green: 40, blue: 40), RGBColour(red: 40, green: 190, blue: 60),
            RGBColour(red: 50, green: 70, blue: 210), RGBColour(red: 210, green: 190, blue: 40),
        ]

        private static func picture(_ colour: RGBColour, side: Int = 320) -> Raster {
            Raster(PixelSize(width: side, height: side / 2)) { _, _ in
                (colour.red, colour.green, colour.blue)
            }
        }

        private static func bytes(_ number: Int) -> [UInt8] {
            PlainPNG.bytes(of: picture(colours[number % colours.count]))
        }

        /// The colours of which the screen shows more than a few pixels.
        private static func seen(_ raster: Raster) -> [Int] {
            colours.indices.filter { index in
                let colour = colours[index]
                var count = 0
                for pixel in stride(from: 0, to: raster.pixels.count, by: 4 * 7) {
                    let isNear = { (one: UInt8, other: UInt8) in abs(Int(one) - Int(other)) < 25 }
                    if isNear(raster.pixels[pixel], colour.red),
                        isNear(raster.pixels[pixel + 1], colour.green),
                        isNear(raster.pixels[pixel + 2], colour.blue)
                    {
                        count += 1
                    }
                }
                return count > 50
            }
        }

        private func waitFor(
            _ number: Int, in viewer: Viewer, _ place: SourceLocation = #_sourceLocation
        ) {
            let isShown = viewer.program.wait(within: 30) {
                !viewer.model.isUnfinished && Self.seen(viewer.model.pictureArea) == [number]
            }
            #expect(
                isShown, "\(Self.seen(viewer.model.pictureArea)): \(viewer.page)",
                sourceLocation: place)
        }

        @Test(arguments: [SimulatedTerminal.vt340, .foot, .kitty026])
        func aNewContentTakesThePlaceOfTheOld(terminal: SimulatedTerminal) throws {
            let folder = try PictureFolder()
            try folder.write(Self.bytes(0), as: "a.png")
            let viewer = try Viewer([folder.path + "/a.png"], in: terminal)
            waitFor(0, in: viewer)
            try folder.write(Self.bytes(1), as: "a.png")
            waitFor(1, in: viewer)
            try folder.write(Self.bytes(2), as: "new.png")
            #expect(rename(folder.path + "/new.png", folder.path + "/a.png") == 0)
            waitFor(2, in: viewer)
            #expect(unlink(folder.path + "/a.png") == 0)
            viewer.waitForText("No file named")
            try folder.write(Self.bytes(3), as: "a.png")
            waitFor(3, in: viewer)
            try viewer.quit()
        }

        @Test func aHalfWrittenFileIsShownWhenItIsWhole() throws {
            let folder = try PictureFolder()
            try folder.write(Self.bytes(0), as: "a.png")
            let viewer = try Viewer([folder.path + "/a.png"])
            waitFor(0, in: viewer)
            let bytes = Self.bytes(1)
            let file = try FileHandle(forWritingTo: URL(filePath: folder.path + "/a.png"))
            try file.truncate(atOffset: 0)
            for part in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 3)) {
                try file.write(contentsOf: bytes[part..<min(bytes.count, part + bytes.count / 3)])
                _ = viewer.program.wait(within: 0.2) { false }
            }
            try file.close()
            waitFor(1, in: viewer)
            try viewer.quit()
        }

        /// Writing, truncating, replacing, renaming and removing, as fast as a program can.
        @Test(arguments: [SimulatedTerminal.vt340, .foot, .kitty026])
        func aThousandChangesEndWithTheLastContent(terminal: SimulatedTerminal) throws {
            var (random, replay) = SeededNumbers.replayable()
            let folder = try PictureFolder()
            let path = folder.path + "/a.png"
            try folder.write(Self.bytes(0), as: "a.png")
            try folder.write(Self.bytes(1), as: "b.png")
            let viewer = try Viewer([path], withNeighbours: true, in: terminal)
            waitFor(0, in: viewer)
            for number in 0..<1000 {
                let bytes = Self.bytes(Int.random(in: 0...3, using: &random))
                switch Int.random(in: 0...6, using: &random) {
                case 0: try folder.write(bytes, as: "a.png")
                case 1: _ = truncate(path, Int.random(in: 0...bytes.count, using: &random))
                case 2:
                    try folder.write(bytes, as: "new")
                    _ = rename(folder.path + "/new", path)
                case 3: _ = rename(path, folder.path + "/c.png")
                case 4: _ = unlink(path)
                case 5: try folder.write(Array(bytes.prefix(bytes.count / 2)), as: "a.png")
                default:
                    viewer.press(["z", "+", "r", "n", "p"].randomElement(using: &random) ?? "z")
                }
                if number % 20 == 0 {
                    _ = viewer.program.wait(within: 0.05) { viewer.program.status != nil }
                    guard viewer.program.status == nil else { break }
                    let seen = viewer.model.isUnfinished ? [] : Self.seen(viewer.model.pictureArea)
                    #expect(seen.count <= 1, "a mixture: \(replay)")
                }
            }
            #expect(viewer.program.status == nil, "\(replay)")
            try folder.write(Self.bytes(2), as: "c.png")
            try folder.write(Self.bytes(2), as: "b.png")
            try folder.write(Self.bytes(2), as: "a.png")
            waitFor(2, in: viewer)
            try viewer.quit()
        }

        @Test func aFolderThatGrowsIsListedAsItGrows() throws {
            let folder = try PictureFolder(["shot-1.png"])
            let viewer = try Viewer([folder.path])
            viewer.waitForText("shot-1.png")
            for number in 2...25 {
                try folder.write(Self.bytes(number), as: "shot-\(number).png")
                _ = viewer.program.wait(within: 0.05) { false }
            }
            viewer.waitForText("1 of 25")
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "1/25" }
            try folder.write(Self.bytes(1), as: "shot-26.png")
            try viewer.waitForFacts { $0.place == "1/26" }
            #expect(unlink(folder.path + "/shot-1.png") == 0)
            viewer.waitForText("No file named")
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "1/25" }
            #expect(viewer.model.statusLine.contains("shot-2.png"))
            viewer.press("q")
            viewer.waitForText("1 of 25")
            try viewer.quit()
        }
    }
}
