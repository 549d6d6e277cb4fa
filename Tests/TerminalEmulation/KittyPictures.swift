package import Imaging

/// The pictures of a terminal with kitty's protocol: stored once, and placed over the text.
///
/// Text does not remove them; ED 2, a deletion and another screen do.
package struct KittyPictures: Sendable {
    package struct Placement: Hashable, Sendable {
        package let image: Int
        package let number: Int
        /// The part of the picture, and the screen pixels that it fills.
        package let part: PixelRect
        package let area: PixelRect
        /// Higher ones lie on top (z).
        package let layer: Int
    }

    package private(set) var store = KittyStore()
    package private(set) var placements: [Placement] = []
    /// The cells that placeholders of a picture cover (U=1), by its number.
    package private(set) var virtual: [Int: CellSize] = [:]
    /// The number of the last picture that came without one.
    private var lastUnnumbered = 0

    package init() {}

    /// The changes of a command, and the terminal's answer.
    struct Outcome {
        var message = "OK"
        var image = 0
        var placement: Int?
        /// The number of pixel rows placed.
        var shownRows = 0
        /// The cursor's movement, relative to its previous position.
        var advance: CellSize?
    }

    /// Performs a command, or a piece of one; `nil` if it is incomplete, or needs no answer.
    mutating func perform(
        _ keys: [String: String], _ payload: [UInt8], at place: GridPosition,
        in terminal: SimulatedTerminal, on screen: TerminalGeometry
    ) -> (outcome: Outcome, keys: [String: String])? {
        guard var whole = store.collect(keys, payload) else { return nil }
        if whole.keys["a"] == "T", whole.keys["i"] == nil {
            lastUnnumbered -= 1
            whole.keys["i"] = "\(lastUnnumbered)"
        }
        var outcome = Outcome()
        outcome.image = KittyStore.number("i", whole.keys) ?? 0
        switch whole.keys["a"] ?? "t" {
        case "t", "T":
            let error = store.store(
                whole.keys, whole.payload, from: terminal.kittyMedia, by: terminal.kittyRules)
            if let error { outcome.message = error }
            dropWhatIsNotStored()
            if error == nil, whole.keys["a"] == "T" {
                show(whole.keys, at: place, by: terminal.kittyRules, on: screen, &outcome)
            }
        case "p": show(whole.keys, at: place, by: terminal.kittyRules, on: screen, &outcome)
        case "d":
            delete(whole.keys, by: terminal.kittyRules)
            return nil
        default: outcome.message = "EINVAL:unknown action"
        }
        return (outcome, whole.keys)
    }

    private mutating func show(
        _ keys: [String: String], at place: GridPosition, by rules: KittyRules,
        on screen: TerminalGeometry, _ outcome: inout Outcome
    ) {
        let number = KittyStore.number("p", keys) ?? 0
        outcome.placement = number
        guard let picture = store.images[outcome.image] else {
            return outcome.message = "ENOENT:no such picture"
        }
        if keys["U"] == "1", rules.hasPlaceholders {
            virtual[outcome.image] = CellSize(
                columns: KittyStore.number("c", keys) ?? 0, rows: KittyStore.number("r", keys) ?? 0)
            outcome.shownRows = picture.size.height
            return
        }
        guard let part = KittyPart(keys, of: picture.size, on: screen.cell, rules) else {
            return outcome.message = "EINVAL:nothing to show"
        }
        let corner = screen.cell.origin(row: place.row, column: place.column)
        let origin = PixelPoint(x: corner.x + part.shift.x, y: corner.y + part.shift.y)
        placements.removeAll { $0.image == outcome.image && $0.number == number }
        placements.append(
            Placement(
                image: outcome.image, number: number, part: part.part,
                area: PixelRect(origin: origin, size: part.size),
                layer: KittyStore.number("z", keys) ?? 0))
        outcome.shownRows = part.size.height
        if keys["C"] != "1" {
            outcome.advance = CellSize(columns: part.cells.columns, rows: part.cells.rows - 1)
        }
    }

    private mutating func delete(_ keys: [String: String], by rules: KittyRules) {
        let kind = keys["d"] ?? "a"
        guard kind.lowercased() == "i", let image = KittyStore.number("i", keys) else {
            if kind.lowercased() == "a" { placements.removeAll() }
            if kind == "A" { store.removeAll() }
            return
        }
        let number = KittyStore.number("p", keys)
        placements.removeAll { $0.image == image && (number == nil || $0.number == number) }
        if number == nil { virtual[image] = nil }
        let isUsed = placements.contains { $0.image == image } || virtual[image] != nil
        if kind == "I" && !isUsed || rules.freesRemoved { store.free(image) }
    }

    private mutating func dropWhatIsNotStored() {
        placements.removeAll { store.images[$0.image] == nil }
        virtual = virtual.filter { store.images[$0.key] != nil }
    }

    /// Performs ED 2.
    mutating func clear() { placements.removeAll() }

    /// Forgets everything when another screen is shown.
    mutating func forget() { self = KittyPictures() }

    func touches(_ area: PixelRect) -> Bool {
        placements.contains { !$0.area.intersection(area).isEmpty }
    }

    /// Draws them over the pixels of a screen.
    func draw(over pixels: inout [UInt8], of size: PixelSize) {
        // Of two in one layer, the one with the higher number is on top.
        for placement in placements.sorted(by: { ($0.layer, $0.image) < ($1.layer, $1.image) }) {
            if let picture = store.images[placement.image] {
                Self.draw(picture, placement, on: &pixels, of: size)
            }
        }
    }

    private static func draw(
        _ picture: Raster, _ placement: Placement, on pixels: inout [UInt8], of size: PixelSize
    ) {
        let (part, area) = (placement.part, placement.area)
        let seen = area.intersection(PixelRect(size))
        guard !seen.isEmpty else { return }
        let columns = (seen.minX..<seen.maxX).map {
            part.minX + ($0 - area.minX) * part.size.width / area.size.width
        }
        for y in seen.minY..<seen.maxY {
            let row = part.minY + (y - area.minY) * part.size.height / area.size.height
            var to = (y * size.width + seen.minX) * Raster.bytesPerPixel
            for column in columns {
                let from = (row * picture.size.width + column) * Raster.bytesPerPixel
                if picture.pixels[from + 3] != 0 {
                    for byte in 0..<4 { pixels[to + byte] = picture.pixels[from + byte] }
                }
                to += Raster.bytesPerPixel
            }
        }
    }
}
