import Foundation
import Imaging
import Localization
import PhotoCodec
import Screens
import TerminalDevice
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoPipeline
@testable import Presentation

// Runs in turn with others: one of them counts the machine's shared objects.
extension Drawing {
    /// Pictures for a terminal that stores them, when the user moves on to another photo.
    @Suite struct KittyPhotos {
        private static let huge = PhotoReference.file(path: "huge.png")
        private static let next = PhotoReference.file(path: "next.jpg")

        @Test func theNextPhotoDoesNotWaitUntilTheOneBeforeIsRead() throws {
            var stage = try Stage.kitty()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            #expect(stage.asked.map(\.subject) == [.photo(Self.huge), .photo(Self.next)])
            #expect(stage.wanted == [stage.asked[1]])
        }

        @Test func whatIsMadeOfThePhotoThatIsLookedAtGoesOn() throws {
            var stage = try Stage.kitty()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.huge, [.toggle(about: nil)])
            #expect(stage.asked.count == 1 && stage.wanted == stage.asked)
        }

        @Test func whatComesOfAPhotoThatWasLeftIsNotSent() throws {
            var stage = try Stage.kitty()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            stage.take(try stage.made(stage.asked[0]))
            #expect(!stage.show(Self.next).contains("a=t"))
            stage.take(try stage.made(stage.asked[1]))
            let written = stage.show(Self.next)
            #expect(written.contains("a=t") && written.contains("a=p"))
        }

        @Test func theFailureOfAPhotoThatWasLeftIsNotTheNextOnes() throws {
            var stage = try Stage.kitty()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            stage.fail(stage.asked[0])
            _ = stage.show(Self.next)
            #expect(stage.wanted == [stage.asked[1]])
            stage.fail(stage.asked[1])
            _ = stage.show(Self.next)
            #expect(stage.wanted == [], "it is not rendered again")
        }

        @Test func whoComesBackIsShownThePhotoThatWasLeft() throws {
            var stage = try Stage.kitty()
            for photo in [Self.huge, Self.next, Self.huge] { _ = stage.show(photo) }
            #expect(stage.wanted.map(\.subject) == [.photo(Self.huge)])
            stage.take(try stage.made(stage.wanted[0]))
            #expect(stage.show(Self.huge).contains("a=p"))
        }

        /// konsole takes 9 MB a second, and reads no key during that time: 8 ms for the most
        /// detailed.
        @Test func aTerminalThatTakesPicturesDirectlyOnlyGetsThemInSmallPieces() throws {
            var stage = try Stage.kitty()
            stage.answerThatNothingIsShared()
            var written = stage.show(Self.next)
            var sent = 0
            while let request = stage.wanted.first, sent < 100 {
                #expect(request.size.width <= 192 && request.size.height <= 144)
                stage.take(try stage.made(request))
                sent += 1
                written = stage.show(Self.next)
                // The picture itself, its commands, and those that place all the stored ones.
                #expect(written.utf8.count < 72_000 + 100 * sent)
            }
            let placed = written.matches(of: /a=p,/).count
            #expect(sent >= 12 && placed > 0)
        }

        /// 25 rows of 16 pixels: nothing is sent again, and the view does not move.
        @Test func withoutTheBarThePhotoFillsTheLastLine() throws {
            var stage = try Stage.kitty()
            _ = stage.show(Self.next, [.original])
            stage.take(try stage.made(try #require(stage.wanted.first)))
            #expect(stage.show(Self.next, [.original]).contains(",w=640,h=384"))
            let gone = stage.show(Self.next, [.original], hidesBar: true)
            #expect(gone.contains(",w=640,h=400") && gone.contains("\u{1B}[25;1H\u{1B}[0m\u{1B}[K"))
            let back = stage.show(Self.next, [.original])
            #expect(back.contains(",w=640,h=384") && back.contains("status"))
            #expect(!gone.contains("a=t") && !back.contains("a=t") && stage.wanted.isEmpty)
            #expect(gone.utf8.count < 120)
        }

        /// The rendering thread learns only afterwards that the program is leaving.
        @Test func noPictureIsLaidOutOnceTheProgramLeaves() throws {
            var stage = try Stage.kitty()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            stage.leave()
            guard case .stored(let payload, _, _) = try stage.made(stage.asked[0]).image else {
                Issue.record("not for a store")
                return
            }
            #expect(payload.share == nil)
        }

        /// For instance after another terminal was attached to tmux, or the program was stopped.
        @Test func whoComesBackHasPicturesLaidOutAgain() throws {
            var stage = try Stage.kitty()
            stage.answerThatFilesAreRead()
            stage.leave()
            stage.comeBack()
            _ = stage.show(Self.huge)
            let picture = try stage.made(try #require(stage.wanted.first))
            guard case .stored(let payload, _, _) = picture.image else {
                Issue.record("not for a store")
                return
            }
            #expect(payload.share != nil)
            stage.leave()
        }

        @Test func picturesAreSentThoughNothingSaysHow() throws {
            var stage = try Stage.kitty()
            stage.askForMedium(at: 1000)
            #expect(stage.deadlines.contains(2000))
            #expect(!stage.show(Self.next).contains("a=") && stage.wanted.isEmpty)
            _ = stage.show(Self.next, at: 1999)
            #expect(stage.deadlines.contains(2000) && stage.wanted.isEmpty)
            _ = stage.show(Self.next, at: 2000)
            #expect(stage.wanted.map(\.subject) == [.photo(Self.next)])
        }

        /// The photo was mirrored while its picture was being rendered.
        @Test func whatAChangeOfThePhotoOvertakesLeavesNothing() throws {
            var stage = try Stage.kitty()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            let picture = try stage.made(stage.asked[0])
            var mirrored = ImageAdjustments.none
            mirrored.orientation = .mirrored
            stage.take(picture)
            #expect(!stage.show(Self.huge, [], mirrored).contains("a=t"))
            guard case .stored(let payload, _, _) = picture.image,
                case .file(let path) = try #require(payload.share)
            else {
                Issue.record("not laid out in a file")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(stage.wanted.map(\.adjustments) == [mirrored])
        }

        @Test(arguments: [true, false])
        func onlyATerminalThatAnswersIsAskedAfterAFrame(isAnswering: Bool) throws {
            var stage = try Stage.kitty(isAnswering: isAnswering)
            _ = stage.show(Self.next)
            stage.take(try stage.made(try #require(stage.wanted.first)))
            let written = stage.show(Self.next)
            let question = String(decoding: CapabilityQuery.acknowledgement, as: UTF8.self)
            #expect(written.contains("a=p") && written.contains(question) == isAnswering)
        }

        @Test("a picture that is not sent leaves nothing behind", arguments: [true, false])
        func aPictureThatIsNotSentLeavesNothing(comesLate: Bool) throws {
            var stage = try Stage.kitty()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            let picture = try stage.made(stage.asked[0])
            guard case .stored(let payload, _, _) = picture.image,
                case .file(let path) = try #require(payload.share)
            else {
                Issue.record("not laid out in a file")
                return
            }
            #expect(FileManager.default.fileExists(atPath: path))
            if !comesLate { stage.take(picture) }
            _ = stage.show(Self.next)
            if comesLate { stage.take(picture) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}

/// A kitty terminal, whose pictures are of photos that are never read: the test delivers them.
extension Stage {
    static let screen = PixelSize(width: 640, height: 384)
    static let photo = PixelSize(width: 1280, height: 780)

    static func kitty(isAnswering: Bool = true, motion: MotionSetting = .off) throws -> Stage {
        var stage = try Stage(
            Setup(.kitty, by: .kitty).with {
                ($0.isAnswering, $0.motion) = (isAnswering, motion)
            })
        stage.now = 0
        return stage
    }

    /// Returns the bytes that show a photo.
    mutating func show(
        _ photo: PhotoReference, _ moves: [ViewportMove] = [], hidesBar: Bool = false,
        _ adjustments: ImageAdjustments = .none, at time: Int? = nil
    ) -> String {
        var viewport = Viewport(photo: Self.photo, screen: Self.screen)
        for move in moves { viewport.move(move) }
        let version = PhotoVersion(photo, size: Self.photo)
        let bar = hidesBar ? PhotoBar.hidden : PhotoBar("status", columns: 80)
        var view = PhotoView(version, viewport, bar: bar)
        view.adjustments = adjustments
        return show(.photo(view), at: time)
    }

    /// Returns the bytes that show any view.
    mutating func show(_ view: ScreenView, at time: Int? = nil) -> String {
        now = time ?? now
        let bytes = update(to: view)
        if bytes.isEmpty { now += 5 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a picture as rendered by the pipeline.
    func made(_ request: ImageRequest) throws -> RenderedImage {
        guard case .region(let region, let target) = request.window else { throw NotAPart() }
        return made(request, region, at: target)
    }

    /// Returns a thumbnail in its photo's shape.
    func madeThumbnail(_ request: ImageRequest) -> RenderedImage {
        let all = PixelRect(request.size)
        return made(
            request, ScaledWindow(photo: request.size, scaled: request.size, window: all), at: all)
    }

    private func made(
        _ request: ImageRequest, _ region: ScaledWindow, at target: PixelRect
    ) -> RenderedImage {
        let encoder = KittyEncoder(png: FastPNG.bytes) { [shared] in shared.share($0, $1, $2) }
        let payload = encoder.payload(
            of: TestPictures.gradient(region.window.size), by: request.options.medium)
        return RenderedImage(
            request: request, image: .stored(payload, region: region, at: target), isPreview: false,
            cost: PictureCost(byteCount: payload.byteCount))
    }

    struct NotAPart: Error {}

    /// Stores pictures in files for the terminal.
    mutating func answerThatFilesAreRead() {
        askForMedium(at: 0)
        // The first query is about shared memory, the second about files.
        answer(32, "EBADF:")
        answer(33, "OK")
    }

    /// Answers like konsole.
    mutating func answerThatNothingIsShared() {
        askForMedium(at: 0)
        for image in [32, 33] { answer(image, "ENOTSUPPORTED:") }
    }
}
