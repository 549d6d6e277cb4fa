import Foundation
import Imaging
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension WholeProgram {
    /// A decoder that crashes or hangs in the viewer: a sentence, and the session continues.
    @Suite(.enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"))
    struct WorkerStories {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let photo = TestPictures.largeMosaic

        private func opened(_ pictures: TestPicture...) throws -> (Viewer, Workers) {
            let viewer = try Viewer(pictures.map { try $0.path() })
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.expectPicture(
                ExpectedView.fitted(pictures[0].raster, screen: Self.screen), under: 12)
            let workers = Workers(session: viewer.program.identifier)
            #expect(viewer.program.wait { workers.photos.count == pictures.count })
            return (viewer, workers)
        }

        @Test(arguments: [SIGKILL, SIGSEGV, SIGABRT])
        func aDecoderThatCrashesCostsASentenceAndRBringsThePhotoBack(signal: Int32) throws {
            let (viewer, workers) = try opened(Self.photo)
            workers.send(signal)
            #expect(viewer.program.wait { workers.photos.isEmpty })
            viewer.press("z")
            viewer.waitForText("the decoder crashed")
            viewer.press("r")
            // At the view that was wanted.
            try viewer.waitForFacts { $0.percent == 100 }
            #expect(viewer.program.wait { workers.photos.count == 1 })
            viewer.press(Key.home + "g")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            viewer.expectPicture([
                ExpectedView.original(Self.photo.raster, .origin, screen: Self.screen)
            ])
            try viewer.quit()
            #expect(!Workers.isAlive(workers.zygote ?? 0))
        }

        @Test func theOtherPhotosAreShownAllTheSame() throws {
            let (viewer, workers) = try opened(Self.photo, TestPictures.tallGradient)
            kill(try #require(workers.photos.first), SIGSEGV)
            viewer.press("z")
            viewer.waitForText("the decoder crashed")
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.tallGradient.raster, screen: Self.screen))
            viewer.press("p")
            viewer.waitForText("the decoder crashed")
            try viewer.quit()
        }

        /// 67 megapixels, so that its decoder is asked for the available part.
        private static let large = try? ScratchFile(
            PlainPNG.blank(PixelSize(width: 8192, height: 8224)), name: "large.png")

        @Test func theOtherPhotosAreShownWhileADecoderHangs() throws {
            let other = TestPictures.tallGradient
            let viewer = try Viewer([try #require(Self.large).path, try other.path()])
            try viewer.waitForFacts { $0.place == "1/2" }
            let workers = Workers(session: viewer.program.identifier)
            let hung = try #require(workers.photos.first)
            kill(hung, SIGSTOP)
            viewer.press("zn")
            try viewer.waitForFacts { $0.place == "2/2" }
            // It is abandoned after ten.
            viewer.expectPicture(
                ExpectedView.fitted(other.raster, screen: Self.screen), within: 7)
            #expect(Workers.isAlive(hung), "it was given up before")
            try viewer.quit()
        }

        /// After ten silent seconds, during which keys are answered.
        @Test func aDecoderThatHangsIsGivenUp() throws {
            let (viewer, workers) = try opened(Self.photo)
            workers.send(SIGSTOP)
            viewer.press("z")
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            #expect(viewer.program.wait(within: 60) { viewer.page.contains("stopped responding") })
            #expect(viewer.program.wait { workers.photos.isEmpty })
            viewer.press("r")
            try viewer.waitForFacts { $0.photo == Self.photo.raster.size }
            try viewer.quit()
        }

        @Test(arguments: [SIGKILL, SIGTERM, SIGHUP, SIGSEGV])
        func nothingIsLeftWhateverEndsTheSession(signal: Int32) throws {
            let (viewer, workers) = try opened(Self.photo, TestPictures.tallGradient)
            let zygote = try #require(workers.zygote)
            let processes = workers.photos + [zygote]
            #expect(processes.count == 3)
            viewer.program.send(signal)
            #expect(viewer.program.wait { processes.allSatisfy { !Workers.isAlive($0) } })
        }

        /// The decoders end with it; a session with threads cannot fork another one.
        @Test func afterTheZygoteDiesPhotosAreDecodedWithoutASandboxAndANoticeSaysSo() throws {
            let (viewer, workers) = try opened(
                Self.photo, TestPictures.wideGradient, TestPictures.tallGradient)
            let decoders = workers.photos
            kill(try #require(workers.zygote), SIGKILL)
            #expect(viewer.program.wait { !decoders.contains(where: Workers.isAlive) })
            viewer.press("z")
            viewer.waitForText("the decoder crashed")
            viewer.press("r")
            viewer.waitForText("Sandbox unavailable")
            viewer.press("z")
            viewer.expectPicture(
                ExpectedView.fitted(Self.photo.raster, screen: Self.screen), under: 12)
            // The second may have been rendered already.
            viewer.press("2n")
            // Not the previous sentence, which is under the picture.
            #expect(viewer.program.wait { viewer.snapshot.page.contains("the decoder crashed") })
            viewer.press("r")
            try viewer.waitForFacts { $0.photo == TestPictures.tallGradient.raster.size }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.tallGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        /// They are in no terminal's group: the keys that stop the session do not reach them.
        @Test func theTerminalsSignalsDoNotReachTheDecoders() throws {
            let (viewer, workers) = try opened(Self.photo)
            let zygote = try #require(workers.zygote)
            #expect(getsid(zygote) == zygote)
            for worker in workers.photos { #expect(getsid(worker) == zygote) }
            try viewer.quit()
        }

        @Test func twoHundredPhotosLeaveNeitherProcessesNorDescriptors() throws {
            let pictures = [TestPictures.wideGradient, TestPictures.tallGradient]
            let paths = try (0..<200).map { try pictures[$0 % 2].path() }
            let viewer = try Viewer(paths)
            let workers = Workers(session: viewer.program.identifier)
            var counts: [Int] = []
            for place in 1...200 {
                try viewer.waitForFacts { $0.place == "\(place)/200" }
                if place.isMultiple(of: 50) {
                    #expect(viewer.program.wait { workers.photos.count <= 8 })
                    counts.append(Workers.descriptorCount(of: viewer.program.identifier))
                }
                viewer.press("n")
            }
            #expect(counts.count == 4)
            #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 8, "\(counts)")
            try viewer.quit()
        }
    }
}
