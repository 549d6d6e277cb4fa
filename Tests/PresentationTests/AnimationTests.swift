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
            var version = PhotoVersion(photo, size: Stage.photo)
            version.page = page
            let viewport = Viewport(photo: Stage.photo, screen: Stage.screen)
            var view = PhotoView(version, viewport, bar: PhotoBar("status", columns: 80))
            view.isPlaying = isPlaying
            return .photo(view)
        }

        @Test func aStoredFrameIsSentOnceAndThenPlaced() throws {
            var stage = try Stage.kitty()
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
            var stage = try Stage.kitty()
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
            var stage = try Stage.kitty()
            _ = stage.show(Self.view(0))
            stage.take(try stage.made(try #require(stage.wanted.first)))
            _ = stage.show(Self.view(0))
            #expect(!stage.show(Self.view(1)).contains("a=d"))
        }

        /// A frame sent in pieces would be visible while incomplete.
        @Test func whereFramesComeInPiecesTheFirstStands() throws {
            var stage = try Stage.kitty()
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
            var stage = try Stage.drawing()
            #expect(stage.requests(of: Self.view(0)).map(\.page) == [0])
            stage.makeWanted(bytes: 100_000)
            // It is drawn although the next is due, and the one after that is requested.
            #expect(stage.requests(of: Self.view(1)).map(\.page) == [1])
            #expect(stage.frame.count > 100_000)
            #expect(stage.requests(of: Self.view(2)).map(\.page) == [1])
            #expect(stage.requests(of: Self.view(3)).map(\.page) == [1])
            stage.makeWanted(bytes: 100_000)
            #expect(stage.requests(of: Self.view(4)).map(\.page) == [4])
        }

        /// Moving frames are rendered as fast as for a held key; at rest it is fine.
        @Test func framesAreMadeQuicklyAndTheLastOneFine() throws {
            var stage = try Stage.drawing()
            #expect(stage.requests(of: Self.view(0)).map(\.quality) == [.moving])
            stage.makeWanted(bytes: 100_000)
            _ = stage.requests(of: Self.view(0))
            stage.now += 1000
            #expect(stage.requests(of: Self.view(0, isPlaying: false)).map(\.quality) == [.atRest])
        }

        @Test(arguments: [(milliseconds: 20, goesOn: true), (milliseconds: 2000, goesOn: false)])
        func onASlowLineItStandsStill(milliseconds: Int, goesOn: Bool) throws {
            var stage = try Stage.drawing()
            _ = stage.requests(of: Self.view(0))
            stage.makeWanted(bytes: 200_000)
            _ = stage.requests(of: Self.view(0), takingMilliseconds: milliseconds)
            let wanted = stage.requests(of: Self.view(1)) + stage.requests(of: Self.view(2))
            #expect(wanted.contains { $0.page > 0 } == goesOn)
        }
    }
}

extension Stage {
    fileprivate static func drawing() throws -> Stage { try Stage(Setup(.vt340, by: .sixel)) }

    /// Returns the requests after a view has been shown and the terminal has taken the output.
    fileprivate mutating func requests(
        of view: ScreenView, takingMilliseconds milliseconds: Int = 5
    ) -> [ImageRequest] {
        for _ in 0..<2 {
            if update(to: view, takingMilliseconds: milliseconds).isEmpty { now += 5 }
        }
        return wanted
    }

    /// Delivers the requested pictures, with the given number of bytes.
    fileprivate mutating func makeWanted(bytes count: Int) {
        for request in wanted {
            let bytes = [UInt8](repeating: UInt8(ascii: "~"), count: count)
            take(
                RenderedImage(
                    request: request, image: .string(bytes), isPreview: false,
                    cost: PictureCost(byteCount: count)))
        }
    }
}
