import Foundation
import Imaging
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import nasa_view

// Among those who take turns: another of them counts the shared objects of the machine.
extension WholeProgramDrawing {
    /// What is made for a terminal that keeps pictures when one goes on to another photo.
    @Suite struct KittyDisplays {
        private static let huge = PhotoReference.file(path: "huge.png")
        private static let next = PhotoReference.file(path: "next.jpg")

        @Test func theNextPhotoDoesNotWaitUntilTheOneBeforeIsRead() {
            var stage = KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            #expect(stage.begun.map(\.rendering.upload.photo) == [Self.huge, Self.next])
            #expect(stage.begun.map(\.task.isCancelled) == [true, false])
        }

        @Test func whatIsMadeOfThePhotoThatIsLookedAtGoesOn() {
            var stage = KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.huge, [.toggle(about: nil)])
            #expect(stage.begun.map(\.task.isCancelled) == [false])
        }

        @Test func whatComesOfAPhotoThatWasLeftIsNotSent() {
            var stage = KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            let (left, wanted) = (stage.begun[0].made(), stage.begun[1].made())
            stage.display.take(left)
            let before = stage.show(Self.next)
            #expect(before.isEmpty)
            stage.display.take(wanted)
            let written = stage.show(Self.next)
            #expect(written.contains("i=\(wanted.upload.image)"))
            #expect(!written.contains("i=\(left.upload.image)"))
            #expect(written.contains("a=p"))
        }

        @Test func theFailureOfAPhotoThatWasLeftIsNotTheNextOnes() {
            var stage = KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            stage.display.drawingFailed(Self.huge)
            _ = stage.show(Self.next)
            #expect(stage.begun.count == 2)
            stage.display.drawingFailed(Self.next)
            _ = stage.show(Self.next)
            #expect(stage.begun.count == 3)
        }

        @Test func whoComesBackIsShownThePhotoThatWasLeft() {
            var stage = KittyStage()
            for photo in [Self.huge, Self.next, Self.huge] { _ = stage.show(photo) }
            let (left, again) = (stage.begun[0].made(), stage.begun[2].made())
            stage.display.take(left)
            let before = stage.show(Self.huge)
            #expect(before.isEmpty)
            stage.display.take(again)
            let written = stage.show(Self.huge)
            #expect(written.contains("i=\(again.upload.image)"))
        }

        /// konsole works through 9 MB a second, and reads no key meanwhile: 8 ms for the most detailed.
        @Test func aTerminalThatTakesPicturesDirectlyOnlyGetsThemInSmallPieces() throws {
            var stage = KittyStage()
            stage.answerThatNothingIsShared()
            var written = stage.show(Self.next)
            var sent = 0
            while stage.begun.count > sent {
                let picture = stage.begun[sent].made()
                #expect(picture.upload.region.window.size.width <= 192)
                #expect(picture.upload.region.window.size.height <= 144)
                stage.display.take(picture)
                sent += 1
                written = stage.show(Self.next)
                // The picture itself, its commands, and those that place all that are there.
                #expect(written.utf8.count < 72_000 + 100 * sent)
            }
            let placed = written.matches(of: /a=p,/).count
            #expect(sent >= 12 && placed > 0)
        }

        /// The thread that makes it learns of the leaving when it has made it.
        @Test func noPictureIsLaidOutOnceTheProgramLeaves() throws {
            var stage = KittyStage()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            _ = stage.display.leave()
            #expect(stage.begun[0].made().share == nil)
        }

        @Test func picturesAreSentThoughNothingSaysHow() {
            var stage = KittyStage()
            _ = stage.display.probeMedium(at: 1000)
            #expect(!stage.display.isProbed)
            stage.display.expire(at: 1999)
            #expect(stage.display.deadline == 2000)
            stage.display.expire(at: 2000)
            #expect(stage.display.isProbed && stage.display.deadline == nil)
        }

        @Test("a picture that is not sent leaves nothing behind", arguments: [true, false])
        func aPictureThatIsNotSentLeavesNothing(comesLate: Bool) throws {
            var stage = KittyStage()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            let picture = stage.begun[0].made()
            guard case .file(let path) = try #require(picture.share) else {
                Issue.record("not laid out in a file")
                return
            }
            #expect(FileManager.default.fileExists(atPath: path))
            if !comesLate { stage.display.take(picture) }
            _ = stage.show(Self.next)
            if comesLate { stage.display.take(picture) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
