import Foundation
import Imaging
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import nasa_view

// Among those who take turns: another of them counts the shared objects of the machine.
extension WholeProgramDrawing {
    /// What is made for a terminal that keeps pictures when one goes on to another photo.
    @Suite struct KittyPhotos {
        private static let huge = PhotoReference.file(path: "huge.png")
        private static let next = PhotoReference.file(path: "next.jpg")

        @Test func theNextPhotoDoesNotWaitUntilTheOneBeforeIsRead() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            #expect(stage.asked.map(\.subject) == [.photo(Self.huge), .photo(Self.next)])
            #expect(stage.wanted == [stage.asked[1]])
        }

        @Test func whatIsMadeOfThePhotoThatIsLookedAtGoesOn() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.huge, [.toggle(about: nil)])
            #expect(stage.asked.count == 1 && stage.wanted == stage.asked)
        }

        @Test func whatComesOfAPhotoThatWasLeftIsNotSent() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            stage.take(try stage.made(stage.asked[0]))
            #expect(!stage.show(Self.next).contains("a=t"))
            stage.take(try stage.made(stage.asked[1]))
            let written = stage.show(Self.next)
            #expect(written.contains("a=t") && written.contains("a=p"))
        }

        @Test func theFailureOfAPhotoThatWasLeftIsNotTheNextOnes() throws {
            var stage = try KittyStage()
            _ = stage.show(Self.huge)
            _ = stage.show(Self.next)
            stage.fail(stage.asked[0])
            _ = stage.show(Self.next)
            #expect(stage.wanted == [stage.asked[1]])
            stage.fail(stage.asked[1])
            _ = stage.show(Self.next)
            #expect(stage.wanted.map(\.subject) == [.photo(Self.next)])
        }

        @Test func whoComesBackIsShownThePhotoThatWasLeft() throws {
            var stage = try KittyStage()
            for photo in [Self.huge, Self.next, Self.huge] { _ = stage.show(photo) }
            #expect(stage.wanted.map(\.subject) == [.photo(Self.huge)])
            stage.take(try stage.made(stage.wanted[0]))
            #expect(stage.show(Self.huge).contains("a=p"))
        }

        /// konsole works through 9 MB a second, and reads no key meanwhile: 8 ms for the most detailed.
        @Test func aTerminalThatTakesPicturesDirectlyOnlyGetsThemInSmallPieces() throws {
            var stage = try KittyStage()
            stage.answerThatNothingIsShared()
            var written = stage.show(Self.next)
            var sent = 0
            while let request = stage.wanted.first, sent < 100 {
                #expect(request.size.width <= 192 && request.size.height <= 144)
                stage.take(try stage.made(request))
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
            var stage = try KittyStage()
            stage.answerThatFilesAreRead()
            _ = stage.show(Self.huge)
            stage.leave()
            guard case .stored(let payload, _, _) = try stage.made(stage.asked[0]).image else {
                Issue.record("not for a store")
                return
            }
            #expect(payload.share == nil)
        }

        /// As after another terminal has been attached to tmux, or the program was stopped.
        @Test func whoComesBackHasPicturesLaidOutAgain() throws {
            var stage = try KittyStage()
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
            var stage = try KittyStage()
            stage.askForMedium(at: 1000)
            #expect(stage.compositor.deadlines.contains(2000))
            #expect(!stage.show(Self.next).contains("a=") && stage.wanted.isEmpty)
            _ = stage.show(Self.next, at: 1999)
            #expect(stage.compositor.deadlines.contains(2000) && stage.wanted.isEmpty)
            _ = stage.show(Self.next, at: 2000)
            #expect(stage.wanted.map(\.subject) == [.photo(Self.next)])
        }

        @Test("a picture that is not sent leaves nothing behind", arguments: [true, false])
        func aPictureThatIsNotSentLeavesNothing(comesLate: Bool) throws {
            var stage = try KittyStage()
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
