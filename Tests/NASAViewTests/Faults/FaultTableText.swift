import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows T of the fault table: text from outside stays text, whatever it contains.
    @Suite struct FaultTableText {
        private static let picture = TestPictures.gradient(PixelSize(width: 96, height: 64))

        private static func library(_ details: [String: String]) throws -> TestLibrary {
            var item = LibraryItem(
                id: "ROW-T", sizes: [("thumb", picture), ("orig", picture)])
            // Among the stand-in's items it is found only by this word.
            item.details = details.merging(["keywords": "row-of-text"]) { own, _ in own }
            return try TestLibrary([item])
        }

        /// Visits all pages that show a photo's texts, and leaves.
        private func visit(
            _ library: TestLibrary, _ mark: String, locale: String = "C.UTF-8"
        ) throws -> Viewer {
            let place = CleanEnvironment.ownPlace().merging(["LANG": locale]) { _, own in own }
            let viewer = try Viewer(
                ["--search", "row-of-text", "--grid", "0", "--api", library.address], place: place)
            viewer.waitForText(mark)
            viewer.press("i")
            viewer.waitForText("Enter: full screen")
            viewer.waitForText(mark)
            viewer.press("\r")
            try viewer.waitForFacts { _ in true }
            viewer.press("qf")
            viewer.waitForText("favourite")
            viewer.press("q")
            return viewer
        }

        private static let escapes =
            "A\u{1B}[2J\u{1B}]0;owned\u{07}\u{1B}]52;c;ZXZpbA==\u{07}\u{1B}P1$tx\u{1B}\\"
            + "\u{1B}_Ga=d\u{1B}\\\u{1B}[?1049l\u{1B}c Z"

        private static func everywhere(_ text: String) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: [
                    "title", "description", "center", "photographer", "location",
                    "secondary_creator", "date_created", "description_508",
                ].map { ($0, text) })
        }

        /// The terminal of the tests reports every sequence outside our grammar as a fault.
        @Test("T1: escapes in any field of a photo show as letters, without effect")
        func escapesAreLetters() throws {
            let library = try Self.library(Self.everywhere(Self.escapes))
            let viewer = try visit(library, "A␛[2J␛]0;owned␇")
            #expect(viewer.model.title.isEmpty)
            try viewer.quit()
        }

        @Test(
            "T2: C1 controls show as a mark, also without a UTF-8 locale",
            arguments: ["C.UTF-8", "C"])
        func c1IsAMark(locale: String) throws {
            let library = try Self.library(
                Self.everywhere("A\u{9B}31m\u{90}q\u{85}B\u{84}C\u{9D}0;x\u{9C} Z"))
            let viewer = try visit(library, "A\u{FFFD}31m\u{FFFD}q B\u{FFFD}C", locale: locale)
            let text = String(decoding: viewer.program.output, as: UTF8.self)
            #expect(!text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) })
            try viewer.quit()
        }

        @Test(
            "T4: a title of 100 kB is cut with an ellipsis, a description of 1 MB is a page to scroll",
            arguments: [("word ", "endless "), ("<a <b", "<p"), ("e\u{301} ", "\u{301}&")])
        func whatIsLongIsCut(title: String, description: String) throws {
            let library = try Self.library([
                "title": "Long word " + String(repeating: title, count: 20_000),
                "description": String(repeating: description, count: 131_072),
            ])
            let viewer = try visit(library, "Long word")
            #expect(viewer.page.contains("…"))
            try viewer.quit()
        }

        @Test(
            "T4: a photo without a title is called by its id", arguments: ["", "   ", "\u{200B}"])
        func whatHasNoTitleHasAnID(title: String) throws {
            let viewer = try visit(try Self.library(["title": title]), "ROW-T")
            try viewer.quit()
        }

        @Test("T5: a library's message about a damaged file is sanitized")
        func libraryWordsAreMadeSafe() throws {
            // libpng names the chunk it cannot read: here one named ESC [ 2 J.
            var bytes = PlainPNG.bytes(of: TestPictures.smallMosaic.raster)
            let place = try #require(
                bytes.indices.first { bytes[$0...].starts(with: Array("IDAT".utf8)) })
            bytes.replaceSubrange(place..<place + 4, with: [0x1B, 0x5B, 0x32, 0x4A])
            let file = try ScratchFile(bytes, name: "chunk.png")
            let run = try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), ["--print", file.path]))
            #expect(run.status == .code(6))
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(!run.errors.utf8.contains(0x1B))
        }

        @Test("T5: a server's text about itself is sanitized")
        func reasonsAreMadeSafe() throws {
            let server = try CannedServer(
                [
                    "HTTP/1.1 403 \u{1B}]0;owned\u{07}No", "Content-Type: text/\u{1B}[31mhtml",
                ], body: #"{"reason":"\u001b[2Jnot you"}"#)
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(), ["info", "A", "--api", server.address]))
            #expect(run.status == .code(1), "\(run.errors)")
            #expect(!run.errors.utf8.contains(0x1B) && !run.errors.contains("owned"))
        }

        private static let places = [
            (["cache", "--json"], "XDG_CACHE_HOME"), (["config", "--json"], "XDG_CONFIG_HOME"),
        ]

        @Test("T5: positions in JSON have no effect, and are read unchanged", arguments: places)
        func placesInJSON(arguments: [String], variable: String) throws {
            let name = "x\u{9B}31m\u{202E}\u{7F}é"
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment[variable] = CleanEnvironment.home.appending(path: name).path
            let run = try ProgramRun(start)
            #expect(run.status == .code(0))
            #expect(
                !run.text.unicodeScalars.contains {
                    (0x7F...0x9F).contains($0.value) || $0.properties.generalCategory == .format
                })
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
            let texts = document.values.compactMap { $0 as? String }
            #expect(texts.contains { $0.contains(name) }, "\(run.text)")
        }

        /// The table asks for a safe title that is restored: we set none, so there is none to
        /// restore.
        @Test("T6: the window's title is never set")
        func noTitleIsSet() throws {
            let viewer = try visit(try Self.library([:]), "A made-up photo")
            let titles = ["]0;", "]1;", "]2;", "[22t", "[22;0t", "[22;1t", "[22;2t"]
            for title in titles {
                #expect(!viewer.program.output.contains("\u{1B}\(title)".utf8), "\(title)")
            }
            try viewer.quit()
        }

        /// Only to NASA's pages, whatever a text contains; without control bytes.
        @Test("T7: every hyperlink leads to https, to a page of NASA's library")
        func linksLeadToTheLibrary() throws {
            let library = try Self.library([
                "description": "See https://evil.example/ now",
                "photographer": "\u{1B}]8;;https://evil.example/\u{1B}\\A. Body",
            ])
            let viewer = try visit(library, "A made-up photo")
            let begin = Array("\u{1B}]8;".utf8)
            let output = viewer.program.output
            let addresses = output.ranges(of: begin).map { range in
                let rest = output[range.upperBound...].prefix { $0 > 0x20 && $0 < 0x7F }
                let address = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
                return String(decoding: address, as: UTF8.self)
            }
            #expect(addresses.contains { !$0.isEmpty })
            for address in addresses where !address.isEmpty {
                #expect(address.hasPrefix("https://images.nasa.gov/"), "\(address)")
            }
            try viewer.quit()
        }
    }
}
