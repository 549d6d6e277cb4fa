import Foundation
import Imaging
import TerminalProtocols

/// The effects of picture strings: sixel, iTerm2's and kitty's.
extension TerminalModel {
    mutating func draw(_ sixel: [UInt8]) {
        guard profile.showsSixel else { return faults.append("sixel for a terminal without it") }
        guard let size = SixelDrawing.declaredSize(sixel) else {
            return faults.append("a sixel picture without raster attributes")
        }
        guard max(size.width, size.height) <= profile.sixelSideLimit else {
            return faults.append("a sixel picture that the terminal drops: \(size)")
        }
        let area = PixelRect(origin: cursorPixel, size: size)
        draw(
            PlacedPicture(
                place: grid.cursor, area: area,
                content: .sixel(sixel, registers: profile.registers)))
        moveBelow(area)
    }

    /// Draws `OSC 1337;File=inline=1;width=Wpx;height=Hpx;…:BASE64`, a PNG.
    mutating func drawInline(_ text: String) {
        guard profile.showsITerm2Pictures else {
            return faults.append("an inline picture for a terminal without them")
        }
        guard let colon = text.firstIndex(of: ":"),
            let file = Data(base64Encoded: Data(text[colon...].dropFirst().utf8)),
            let raster = try? PNGFileReader.raster(Array(file))
        else { return faults.append("an inline picture that cannot be read") }
        let keys = text[..<colon]
        let size = "width=\(raster.size.width)px;height=\(raster.size.height)px"
        if !keys.contains(size) { faults.append("an inline picture of another size: \(keys)") }
        let area = PixelRect(origin: cursorPixel, size: raster.size)
        if !PixelRect(geometry.pixels).contains(area) {
            sizeFault("an inline picture beyond the screen: \(area)")
        }
        draw(PlacedPicture(place: grid.cursor, area: area, content: .inline(raster)))
        if !keys.contains("doNotMoveCursor=1") { moveBelow(area) }
    }

    private var cursorPixel: PixelPoint {
        geometry.cell.origin(row: grid.cursor.row, column: grid.cursor.column)
    }

    private mutating func draw(_ picture: PlacedPicture) {
        pictureCount += 1
        if case .inline = picture.content { usedProtocols.insert(.iTerm2) }
        if case .sixel = picture.content { usedProtocols.insert(.sixel) }
        if profile.keepsPicturesInCells {
            cellPictures.draw(picture.raster, at: picture.place, on: geometry)
        } else {
            pictures.draw(picture)
            if let limit = profile.pictureCountLimit { pictures.keep(limit) }
        }
    }

    mutating func readApplication(_ text: String) {
        guard text.hasPrefix("G") else { return faults.append("APC \(text.prefix(20))") }
        let keys = text.dropFirst().prefix { $0 != ";" }
        kittyCommands.append(String(keys))
        let pairs = keys.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        let table = Dictionary(
            pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
            uniquingKeysWith: { _, last in last })
        let payload = text.utf8.dropFirst(keys.utf8.count + 2)
        if table["a"] == "q" {
            reply(answering.kittyReport(table), to: "␛_G\(keys)")
        } else if profile.kittyMedia.isEmpty {
            faults.append("a kitty picture for a terminal without them")
        } else if profile.showsPlaceholders {
            placeholderPictures.perform(table, Array(payload)).map { faults.append($0) }
            usedProtocols.insert(.kitty)
        } else if profile.keepsPicturesInCells {
            let outcome = cellPictures.perform(
                table, Array(payload), at: grid.cursor, in: profile, on: geometry)
            if let outcome { finish(outcome, quiet: table["q"], keys) }
        } else if profile.drawsKittyPictures {
            let done = kittyPictures.perform(
                table, Array(payload), at: grid.cursor, in: profile, on: geometry)
            if let done { finish(done.outcome, quiet: done.keys["q"], keys) }
        } else {
            KittyStore.discard(table, Array(Data(base64Encoded: Data(payload)) ?? Data()))
        }
    }

    /// Answers a command (q=1 requests only errors, q=2 no answer), and moves the cursor.
    private mutating func finish(
        _ outcome: KittyPictures.Outcome, quiet: String?, _ keys: Substring
    ) {
        if let advance = outcome.advance {
            let place = grid.cursor
            grid.move(toRow: place.row + advance.rows, column: place.column + advance.columns)
        }
        // A single row of pixels is not for viewing: it is a program's test of the terminal.
        if outcome.shownRows > 1 { usedProtocols.insert(.kitty) }
        guard quiet != "2", quiet != "1" || outcome.message != "OK" else { return }
        let placement = outcome.placement.map { ",p=\($0)" } ?? ""
        let answer = "\u{1B}_Gi=\(outcome.image)\(placement);\(outcome.message)\u{1B}\\"
        reply(answer, to: "␛_G\(keys)")
    }
}
