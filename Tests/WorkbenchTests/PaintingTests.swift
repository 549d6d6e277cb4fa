import Imaging
import Painting
import Testing

struct PaintingTests {
    @Test(arguments: DemoScene.all.map(\.name))
    func aSceneHasNoSeamsBetweenItsStrips(name: String) throws {
        let size = PixelSize(width: 38, height: 48)
        let painter = Painter(try #require(DemoScene.named(name)), size: size, seed: 5)
        let strips = stride(from: 0, to: 48, by: 16).flatMap {
            painter.strip($0..<($0 + 16), samples: .rgb)
        }
        #expect(painter.strip(0..<48, samples: .rgb) == strips)
    }

    @Test(arguments: DemoScene.all.map(\.name))
    func aSceneIsPaintedAtAnyShape(name: String) throws {
        let scene = try #require(DemoScene.named(name))
        for (width, height) in [(1, 1), (2, 40), (40, 2), (19, 11)] {
            let painter = Painter(scene, size: PixelSize(width: width, height: height), seed: 1)
            let pixels = painter.strip(0..<height, samples: .rgb)
            #expect(pixels.count == width * height * 3)
        }
    }

    @Test(arguments: DemoScene.all.map(\.name).filter { $0 != "chart" })
    func anotherSeedIsAnotherPicture(name: String) throws {
        let scene = try #require(DemoScene.named(name))
        let size = PixelSize(width: 32, height: 24)
        let pictures = [1, 1, 2].map { seed in
            Painter(scene, size: size, seed: seed).strip(0..<24, samples: .rgb)
        }
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0] != pictures[2])
    }

    @Test func onlyTheSkyIsTransparent() throws {
        let size = PixelSize(width: 80, height: 50)
        let painter = Painter(try #require(DemoScene.named("moon")), size: size, seed: 1)
        let pixels = painter.strip(0..<50, samples: .rgba)
        let alpha = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
        #expect(alpha[0] == 0)
        #expect(alpha[25 * 80 + 40] == 255)
    }

    @Test func theChartHasExactColours() throws {
        let size = PixelSize(width: 640, height: 480)
        let pixels = Painter(try #require(DemoScene.named("chart")), size: size, seed: 1)
            .strip(0..<480, samples: .rgb)
        func colour(_ x: Int, _ y: Int) -> [UInt8] {
            Array(pixels[((y * 640 + x) * 3)..<((y * 640 + x) * 3 + 3)])
        }
        let patches = [0, 1, 2, 3, 4, 5, 6, 7].map { colour($0 * 80 + 40, 60) }
        #expect(
            patches == [
                [255, 255, 255], [255, 255, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255],
                [255, 0, 0], [0, 0, 255], [0, 0, 0],
            ])
        let grays = (0..<16).map { colour($0 * 40 + 20, 144)[0] }
        #expect(grays == (0..<16).map { UInt8($0 * 17) })
        #expect((0..<4).map { colour($0, 400)[0] } == [0, 255, 0, 255])
    }
}
