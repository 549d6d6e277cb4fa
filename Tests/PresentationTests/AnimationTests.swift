import Foundation
import Imaging
import PhotoPipeline
import Screens
import TerminalDevice
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

// Runs in turn with others: one of them counts the machine's shared objects.
extension Drawing {
    /// Frames of an animation on a terminal that stores pictures, and on one that does not.
    @Suite struct Animations {
        private static let photo = PhotoReference.file(path: "moon.gif")

        private static func view(_ page: Int, isPlaying: Bool = true) -> ScreenView {
            var version = PhotoVersion(photo, size: KittyStage.photo)
            version.page = page
            let viewport = Viewport(photo: KittyStage.photo, screen: KittyStage.screen)
            var view = PhotoView(version, viewport, bar: PhotoBar("status", columns: 80))
            view.isPlaying = isPlaying
            return .photo(view)
        }

        @Test func aStoredFrameIsSentOnceAndThenPlaced() throws {
            var stage = try KittyStage()
            for page in 0..<3 {
                _ = stage.show(Self.view(page))
                let request = try #require(stage.wanted.first)
                #expect(request.page == page)
                stage.take(try stage.made(request))
                #expect(stage.show(Self.view(page)).contains("a=t"))
            }
            for page in [0, 1, 2, 0, 1, 2] {
                let written = stage.show(Self.view(page))
                #expect(written.contains("a=p") && !written.contains("a=t"))
                #expect(written.utf8.count < 120, "\(written.utf8.count) bytes")
                #expect(stage.wanted.isEmpty)
            }
        }

        /// If rendering a frame takes longer than its time, a late frame is better than none.
        @Test func aFrameThatComesLateIsShownAllTheSame() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.view(0))
            stage.take(try stage.made(try #require(stage.wanted.first)))
            _ = stage.show(Self.view(0))
            _ = stage.show(Self.view(1))
            let late = try #require(stage.wanted.first)
            _ = stage.show(Self.view(2))
            #expect(late.page == 1 && stage.wanted == [late])
            stage.take(try stage.made(late))
            let written = stage.show(Self.view(3))
            #expect(written.contains("a=t") && written.contains("a=p"))
            #expect(stage.wanted.map(\.page) == [3])
        }

        /// The visible picture stays until the next one arrives.
        @Test func nothingIsRemovedBeforeTheNextFrameHasCome() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.view(0))
            stage.take(try stage.made(try #require(stage.wanted.first)))
            _ = stage.show(Self.view(0))
            #expect(!stage.show(Self.view(1)).contains("a=d"))
        }

        /// A frame sent in pieces would be visible while incomplete.
        @Test func whereFramesComeInPiecesTheFirstStands() throws {
            var stage = try KittyStage()
            stage.answerThatNothingIsShared()
            _ = stage.show(Self.view(0))
            while let request = stage.wanted.first {
                stage.take(try stage.made(request))
                _ = stage.show(Self.view(5))
                #expect(stage.wanted.allSatisfy { $0.page == 0 })
                guard stage.asked.count < 100 else { break }
            }
            #expect(Set(stage.asked.map(\.page)) == [0])
        }

        @Test func framesThatAreDrawnAreSkippedWhileOneIsOnItsWay() throws {
            var stage = try StreamStage()
            #expect(stage.show(Self.view(0)).map(\.page) == [0])
            stage.makeWanted(bytes: 100_000)
            // It is drawn although the next is due, and the one after that is requested.
            #expect(stage.show(Self.view(1)).map(\.page) == [1])
            #expect(stage.written > 100_000)
            #expect(stage.show(Self.view(2)).map(\.page) == [1])
            #expect(stage.show(Self.view(3)).map(\.page) == [1])
            stage.makeWanted(bytes: 100_000)
            #expect(stage.show(Self.view(4)).map(\.page) == [4])
        }

        /// Moving frames are rendered as fast as for a held key; at rest it is fine.
        @Test func framesAreMadeQuicklyAndTheLastOneFine() throws {
            var stage = try StreamStage()
            #expect(stage.show(Self.view(0)).map(\.quality) == [.moving])
            stage.makeWanted(bytes: 100_000)
            _ = stage.show(Self.view(0))
            stage.rest()
            #expect(stage.show(Self.view(0, isPlaying: false)).map(\.quality) == [.atRest])
        }

        @Test(arguments: [(milliseconds: 20, goesOn: true), (milliseconds: 2000, goesOn: false)])
        func onASlowLineItStandsStill(milliseconds: Int, goesOn: Bool) throws {
            var stage = try StreamStage()
            _ = stage.show(Self.view(0))
            stage.makeWanted(bytes: 200_000)
            _ = stage.show(Self.view(0), takingMilliseconds: milliseconds)
            let wanted = stage.show(Self.view(1)) + stage.show(Self.view(2))
            #expect(wanted.contains { $0.page > 0 } == goesOn)
        }
    }
}

/// A terminal without a picture store, and a compositor; the test renders the pictures.
private struct StreamStage {
    private let context: RenderContext
    private var compositor: Compositor
    private var wanted: [ImageRequest] = []
    private var now = 10_000
    /// The bytes of the last update.
    private(set) var written = 0

    init() throws {
        setenv("TERM", "xterm-256color", 1)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = .sixel
        overrides.cell = CellMetrics(width: 8, height: 16)
        let window = WindowSize(cells: CellSize(columns: 80, rows: 25), pixels: nil)
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: window, overrides: overrides)
        context = RenderContext(profile, glyphs: .half, isColourless: false, isAnswering: true)
        compositor = try Compositor(
            size: window.cells, profile: profile, sharing: SharedPictures(), .ofTests)
    }

    /// Returns the requests after a view has been shown and the terminal has taken the output.
    mutating func show(
        _ view: ScreenView, takingMilliseconds milliseconds: Int = 5
    ) -> [ImageRequest] {
        written = 0
        for _ in 0..<2 {
            let step = compositor.update(to: view, on: context, waiting: 0, at: now)
            wanted = step.wanted ?? wanted
            written += step.bytes.count
            compositor.flow.advance(to: now, waiting: 0)
            now += step.bytes.isEmpty ? 5 : milliseconds
            compositor.acknowledged(at: now)
        }
        return wanted
    }

    /// Lets time pass without a frame.
    mutating func rest() { now += 1000 }

    /// Delivers the requested pictures, with the given number of bytes.
    mutating func makeWanted(bytes count: Int) {
        for request in wanted {
            let bytes = [UInt8](repeating: UInt8(ascii: "~"), count: count)
            compositor.receive(
                .image(
                    RenderedImage(
                        request: request, image: .string(bytes), isPreview: false,
                        cost: PictureCost(byteCount: count))))
        }
        wanted = []
    }
}
