import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Words instead of pictures, for those who listen.
    @Suite struct PlainWords {
        private static let items = [
            LibraryItem(
                id: "HEARD-1", title: "Zebra on Mars", description: "A long story.",
                description508: "A striped robot stands on red sand."),
            LibraryItem(
                id: "HEARD-2", title: "Zebra two", description: "What everybody reads.",
                description508: "017A6953.NEF"),
            LibraryItem(id: "HEARD-3", title: "Zebra \u{1B}[31mthree"),
        ]

        private func run(_ arguments: [String], at address: String) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["--plain"] + arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment["NASA_VIEW_API"] = address
            return try ProgramRun(start)
        }

        @Test(arguments: [
            (
                "HEARD-1",
                """
                Zebra on Mars
                Jo Painter — 3 Feb 2001, HEARD-1
                A striped robot stands on red sand.


                """
            ),
            (
                "HEARD-2",
                """
                Zebra two
                Jo Painter — 3 Feb 2001, HEARD-2
                What everybody reads.


                """
            ),
        ])
        func aPhotoIsTitleCreditDateAndWhatIsToBeSeen(id: String, text: String) throws {
            let library = try TestLibrary(Self.items)
            let run = try run([id], at: library.address)
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.text == text)
        }

        @Test func aSearchIsAPhotoAfterTheOtherWithoutAnyControlSequence() throws {
            let library = try TestLibrary(Self.items)
            let run = try run(["--search", "zebra"], at: library.address)
            #expect(run.status == .code(0), "\(run.errors)")
            let photos = run.text.split(separator: "\n\n")
            #expect(photos.count == 3)
            #expect(!run.output.contains(0x1B))
        }

        @Test func whatIsNotThereEndsWithItsStatus() throws {
            let library = try TestLibrary(Self.items)
            let run = try run(["HEARD-9", "HEARD-1"], at: library.address)
            #expect(run.status == .code(1))
            #expect(run.errors.contains("HEARD-9"))
            #expect(run.text.hasPrefix("Zebra on Mars"))
            #expect(try self.run(["HEARD-9"], at: library.address).status == .code(3))
        }

        @Test func aFileIsItsNameAndItsSize() throws {
            let file = try ScratchFile(
                PlainPNG.bytes(of: TestPictures.smallMosaic.raster), name: "moon.png")
            let size = TestPictures.smallMosaic.raster.size
            let run = try run([file.path], at: "http://127.0.0.1:9")
            #expect(run.text == "moon.png\n\(size.width) by \(size.height) pixels\n\n")
        }
    }
}
