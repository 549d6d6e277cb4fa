import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

// Runs in turn with others: ncurses has one current screen for the whole process.
extension Drawing {
    /// Pages of text with pictures, as shown by a terminal.
    @Suite struct ComposedPages {
        private static let ways = PictureWay.allCases

        private func stage(_ way: PictureWay, showing list: ListPage) throws -> Stage {
            var stage = try Stage(way)
            stage.show(list.text, list.pictures)
            try stage.deliver()
            stage.show(list.text, list.pictures)
            return stage
        }

        private func expect(
            _ stage: Stage, shows map: String, _ place: SourceLocation = #_sourceLocation
        ) {
            let photos = map.compactMap(\.wholeNumberValue)
            #expect(stage.map(photos) == map, sourceLocation: place)
            #expect(stage.terminal.faults.isEmpty, sourceLocation: place)
            #expect(
                stage.terminal.leftovers.filter { $0.contains("SGR") }.isEmpty,
                sourceLocation: place)
        }

        @Test(arguments: ways)
        func thereIsTextUntilThePicturesCome(way: PictureWay) throws {
            let list = ListPage(first: 1)
            var stage = try Stage(way)
            stage.show(list.text, list.pictures)
            expect(
                stage,
                shows: """
                            Photo 1 with a long title
                     . . .  by somebody


                            Photo 2 with a long title
                     . . .  by somebody


                            Photo 3 with a long title
                     . . .  by somebody

                    status
                    """)
            try stage.deliver { $0 == .photo(.file(path: "2")) }
            stage.showAfterWaiting(list.text, list.pictures)
            expect(
                stage,
                shows: """
                            Photo 1 with a long title
                     . . .  by somebody


                    222222  Photo 2 with a long title
                    222222  by somebody
                    222222

                            Photo 3 with a long title
                     . . .  by somebody

                    status
                    """)
        }

        /// Drawn separately, they rippled over the page in as many frames.
        @Test(arguments: ways)
        func picturesThatComeOneByOneAreDrawnTogether(way: PictureWay) throws {
            let list = ListPage(first: 1)
            var stage = try Stage(way)
            stage.show(list.text, list.pictures)
            let before = stage.written.count
            for photo in ["2", "1"] {
                try stage.deliver { $0 == .photo(.file(path: photo)) }
                stage.show(list.text, list.pictures)
            }
            #expect(stage.written.count == before)
            // The last has arrived, so nothing is waited for.
            try stage.deliver()
            stage.show(list.text, list.pictures)
            #expect(stage.written.count == before + 1)
            #expect(stage.colour(row: 1, column: 2) == Stage.colour(.photo(.file(path: "1"))))
            #expect(stage.colour(row: 9, column: 2) == Stage.colour(.photo(.file(path: "3"))))
        }

        /// A picture that may never arrive does not hold up the others.
        @Test func picturesWaitForEachOtherOnlyForAMoment() throws {
            let list = ListPage(first: 1)
            var stage = try Stage(.sixel)
            stage.show(list.text, list.pictures)
            try stage.deliver { $0 == .photo(.file(path: "2")) }
            stage.show(list.text, list.pictures)
            #expect(stage.deadlines.max() == stage.now + Timeouts.pictureBatch)
            stage.showAfterWaiting(list.text, list.pictures)
            #expect(stage.colour(row: 5, column: 2) == Stage.colour(.photo(.file(path: "2"))))
            #expect(stage.deadlines.isEmpty)
        }

        @Test(arguments: ways)
        func picturesMoveAlongWithTheirText(way: PictureWay) throws {
            var stage = try stage(way, showing: ListPage(first: 1))
            let list = ListPage(first: 2)
            stage.show(list.text, list.pictures)
            expect(
                stage,
                shows: """
                    222222  Photo 2 with a long title
                    222222  by somebody
                    222222

                    333333  Photo 3 with a long title
                    333333  by somebody
                    333333

                            Photo 4 with a long title
                     . . .  by somebody

                    status
                    """)
            try stage.deliver()
            stage.show(list.text, list.pictures)
            #expect(stage.colour(row: 9, column: 3) == Stage.colour(.photo(.file(path: "4"))))
        }

        /// xterm shows bytes as they arrive: titles stood beside other photos' pictures for 130 ms.
        @Test func eachPictureFollowsItsOwnTextInTheSameWrite() throws {
            var stage = try stage(.sixel, showing: ListPage(first: 1))
            var watched = stage.terminal
            let before = stage.written.count
            let list = ListPage(first: 2)
            stage.show(list.text, list.pictures)
            #expect(stage.written.count == before + 1)
            // Up to the end of the first picture.
            let bytes = stage.written[before]
            let end = try #require(bytes.firstRange(of: ControlSequence.bytes(.endString)))
            _ = watched.feed(Array(bytes[..<end.upperBound]))
            let titles = [0, 4].map { PageText.line(watched.grid.rows[$0]) }
            #expect(titles[0].contains("Photo 2") && titles[1].contains("Photo 2"))
        }

        @Test(arguments: ways)
        func picturesMayMoveByARow(way: PictureWay) throws {
            var stage = try stage(way, showing: ListPage(first: 1))
            let list = ListPage(first: 1, offset: 1)
            stage.show(list.text, list.pictures)
            expect(
                stage,
                shows: """
                     . . .  by somebody


                    222222  Photo 2 with a long title
                    222222  by somebody
                    222222

                    333333  Photo 3 with a long title
                    333333  by somebody
                    333333

                    status
                    """)
        }

        @Test(arguments: ways)
        func whatIsSelectedChangesNoPicture(way: PictureWay) throws {
            var stage = try stage(way, showing: ListPage(first: 1, selected: 1))
            let before = stage.written.count
            for selected in [2, 3, 2] {
                let list = ListPage(first: 1, selected: selected)
                stage.show(list.text, list.pictures)
            }
            #expect(stage.written[before...].joined().count < 600)
            let strings = stage.written[before...].joined().count { $0 == UInt8(ascii: "_") }
            #expect(strings == 0)
            expect(
                stage,
                shows: """
                    111111  Photo 1 with a long title
                    111111  by somebody
                    111111

                    222222  Photo 2 with a long title
                    222222  by somebody
                    222222

                    333333  Photo 3 with a long title
                    333333  by somebody
                    333333
                    status
                    """)
            #expect(stage.terminal.grid.rows[4][8].style.attributes == [7])
        }

        @Test(arguments: ways)
        func shorterTextsLeavePicturesWhole(way: PictureWay) throws {
            var stage = try stage(way, showing: ListPage(first: 1))
            let list = ListPage(first: 1, isShort: true)
            stage.show(list.text, list.pictures)
            for row in [0, 1, 2, 4, 5, 6, 8, 9, 10] {
                for column in 0..<6 {
                    #expect(stage.colour(row: row, column: column) != nil)
                }
            }
            #expect(stage.map([1, 2, 3]).hasPrefix("111111  P1\n"))
        }

        @Test(arguments: ways)
        func wherePicturesWereTextCanBe(way: PictureWay) throws {
            var stage = try stage(way, showing: ListPage(first: 1))
            var page = TextPage(size: ListPage.size)
            for row in 0..<12 where row % 3 != 2 { page.put("row \(row)", row: row, column: 2) }
            stage.show(page, [])
            let wished = (0..<12).map { $0 % 3 != 2 ? "  row \($0)" : "" }
            expect(stage, shows: wished.joined(separator: "\n"))
        }

        @Test(arguments: ways)
        func whenTheScreenWasTouchedAllIsDrawnAgain(way: PictureWay) throws {
            let list = ListPage(first: 1)
            var stage = try stage(way, showing: list)
            let before = stage.map([1, 2, 3])
            _ = stage.terminal.feed(
                Array("\u{1B}[5;1Hsomeone else was here, all over the page".utf8))
            stage.forget()
            stage.show(list.text, list.pictures)
            #expect(stage.map([1, 2, 3]) == before)
        }

        @Test(arguments: ways)
        func anAnswerForARowThatHasLeftLandsNowhere(way: PictureWay) throws {
            let old = ListPage(first: 1)
            let new = ListPage(first: 6)
            var stage = try Stage(way)
            stage.show(old.text, old.pictures)
            let late = stage.wanted
            #expect(late.count == 3)
            stage.show(new.text, new.pictures)
            for request in late { try stage.deliver(request) }
            stage.show(new.text, new.pictures)
            #expect((0..<12).allSatisfy { stage.colour(row: $0, column: 2) == nil })
            try stage.deliver()
            stage.show(new.text, new.pictures)
            #expect(stage.map([6, 7, 8]).hasPrefix("666666  Photo 6"))
        }

        @Test(arguments: ways)
        func whoGoesBackFindsThePageWholeAtOnce(way: PictureWay) throws {
            let list = ListPage(first: 1)
            var stage = try stage(way, showing: list)
            let before = stage.map([1, 2, 3])
            let other = ListPage(first: 7)
            stage.show(other.text, other.pictures)
            try stage.deliver()
            stage.show(other.text, other.pictures)
            stage.showEmptyPage()
            let steps = stage.written.count
            stage.show(list.text, list.pictures)
            #expect(stage.written.count == steps + 1)
            #expect(stage.map([1, 2, 3]) == before)
        }

        /// A picture wider than its cells leaves space above and below.
        @Test(arguments: ways)
        func nothingOfThePageBeforeStandsBesideAPicture(way: PictureWay) throws {
            let size = CellSize(columns: 40, rows: 12)
            var full = TextPage(size: size)
            for row in 0..<12 {
                full.put(SafeText(String(repeating: "x", count: 40)), row: row, column: 0)
            }
            var stage = try Stage(way, size)
            stage.show(full, [])
            var page = TextPage(size: size)
            page.put("A title", row: 0, column: 0)
            let picture = PagePicture(
                .photo(.file(path: "1")), at: CellPosition(row: 1, column: 2),
                size: CellSize(columns: 10, rows: 10), .whole)
            stage.show(page, [picture])
            try stage.deliver()
            stage.show(page, [picture])
            #expect(stage.colour(row: 6, column: 7) == Stage.colour(.photo(.file(path: "1"))))
            #expect(!stage.map([1]).contains("x"))
        }

        @Test func aKittyTerminalIsSentEachPictureOnce() throws {
            var stage = try stage(.kitty, showing: ListPage(first: 1))
            for first in [2, 1, 2, 3, 2, 1] {
                let list = ListPage(first: first)
                stage.show(list.text, list.pictures)
                try stage.deliver()
                stage.show(list.text, list.pictures)
            }
            #expect(stage.terminal.kittyCommands.count { $0.contains("a=t") } == 5)
            #expect(stage.terminal.kittyPictures.placements.count == 3)
        }

        @Test func onASlowLineTextComesFirstAndPicturesOneByOneAtRest() throws {
            var stage = try Stage(.sixel)
            stage.slowDown()
            let list = ListPage(first: 1)
            stage.touch()
            stage.show(list.text, list.pictures)
            try stage.deliver()
            let before = stage.written.count
            stage.show(list.text, list.pictures)
            #expect(stage.written.count == before)
            stage.now += 1000
            stage.show(list.text, list.pictures)
            #expect(stage.written.count == before + 3)
            #expect(stage.map([1, 2, 3]).hasPrefix("111111  Photo 1"))
        }

        /// The next page has blanks and dots in the cells of the pictures, as tmux had before.
        @Test func noPartOfAPictureStaysOnTheNextPageInTmux() throws {
            let list = ListPage(first: 1)
            var stage = try Stage(.sixel) { $0.isInTmux = true }
            stage.show(list.text, list.pictures)
            try stage.deliver()
            stage.show(list.text, list.pictures)
            #expect(stage.colour(row: 1, column: 3) == Stage.colour(.photo(.file(path: "1"))))
            stage.show(list.text, [])
            expect(
                stage,
                shows: """
                            Photo 1 with a long title
                     . . .  by somebody


                            Photo 2 with a long title
                     . . .  by somebody


                            Photo 3 with a long title
                     . . .  by somebody

                    status
                    """)
            #expect(stage.terminal.canvas.pixels.allSatisfy { $0 == 0 })
        }

        /// A picture of 16-pixel rows leaves up to five of them unchanged.
        @Test(arguments: [false, true])
        func noRowOfALargerPictureStaysUnderASmallerOne(isInTmux: Bool) throws {
            let text = TextPage(size: CellSize(columns: 40, rows: 12))
            var stage = try Stage(.sixel) { $0.isInTmux = isInTmux }
            for (photo, size) in [
                ("1", CellSize(columns: 20, rows: 9)), ("2", CellSize(columns: 6, rows: 2)),
            ] {
                let picture = PagePicture(
                    .photo(.file(path: photo)), at: CellPosition(row: 1, column: 2), size: size,
                    .cover)
                stage.show(text, [picture])
                try stage.deliver()
                stage.show(text, [picture])
            }
            let canvas = stage.terminal.canvas
            let old = Stage.colour(.photo(.file(path: "1")))
            let shown = stride(from: 0, to: canvas.pixels.count, by: 4).filter {
                canvas.pixels[$0 + 3] != 0 && canvas.pixels[$0] == old.red
                    && canvas.pixels[$0 + 1] == old.green && canvas.pixels[$0 + 2] == old.blue
            }
            #expect(shown.isEmpty, "\(shown.count) pixels of the picture before are left")
            #expect(stage.colour(row: 1, column: 3) == Stage.colour(.photo(.file(path: "2"))))
        }
    }
}
