package import Imaging

/// What brings placements on the glass.
package struct GraphicsUpdate<ID: Hashable & Sendable>: Sendable {
    /// A picture's bytes, and the row of cells behind which they are to be written: behind the last
    /// where there is no such row.
    package struct Step: Sendable {
        package let row: Int
        package let bytes: [UInt8]
    }

    package var steps: [Step] = []
    /// What must be made: of a picture that the terminal keeps the part that it lacks; at most one for
    /// each placement.
    ///
    /// First what is to come at once; then what is sent when there is time, so that panning on finds
    /// it there.
    package var missing: [KittyImageStore<ID>.Upload] = []
    /// Whether the screen must be cleared first: the steps leave less covered than there is.
    ///
    /// What clearing frees is no longer in the store: it may be added before the next update.
    package var uncovers = false

    package var bytes: [UInt8] { steps.flatMap(\.bytes) }
}

/// How pictures come on a terminal's glass: the only choice between the protocols.
///
/// What it returns is believed to be written, in order: so it is asked only when that is possible.
package struct GraphicsDriver<ID: Hashable & Sendable>: Sendable {
    package typealias Upload = KittyImageStore<ID>.Upload

    /// Pictures that are sent once and placed as often as needed, as kitty's are.
    ///
    /// Nil where they are drawn over what is there: sixel and iTerm2 whole each time, of characters
    /// only what changes.
    package var store: KittyImageStore<ID>?
    /// Whether pictures are characters.
    private let isText: Bool
    /// The characters on the glass, by the cells they were drawn in.
    private var mosaics: [CellRect: BlockMosaic] = [:]

    package init(_ profile: TerminalProfile) {
        isText = profile.graphics.isText
        guard profile.graphics.keepsPictures else { return }
        store = KittyImageStore()
        store?.keepsUnseen = !profile.keepsPicturesInCells
    }

    /// Whether it is the driver of such a terminal.
    package func suits(_ profile: TerminalProfile) -> Bool {
        isText == profile.graphics.isText
            && (store != nil) == profile.graphics.keepsPictures
            && store?.keepsUnseen != profile.keepsPicturesInCells
    }

    /// Whether a picture is in the terminal: to show it costs next to nothing.
    package func has(_ placement: Placement<ID>) -> Bool { store?.has(placement) ?? false }

    /// Brings placements on the glass, and takes all others of a store away.
    ///
    /// `placements` are all that is to be seen, the lowest first, and `images` what is new of it;
    /// `isAnew` says that nothing that was placed before is on the glass.
    package mutating func update(
        to placements: [Placement<ID>], with images: [PlacedImage<ID>], anew isAnew: Bool,
        on profile: TerminalProfile
    ) -> GraphicsUpdate<ID> {
        if isAnew { forget() }
        let new = images.map { image in
            let cells = image.placement.cells
            return GraphicsUpdate<ID>.Step(
                row: cells.origin.row + cells.size.rows - 1, bytes: bytes(of: image, on: profile))
        }
        let outside = placements.map { $0.outside(profile) }
        guard var update = store?.update(to: outside, cell: profile.cell, anew: isAnew) else {
            return GraphicsUpdate(steps: new)
        }
        // What is new is stored, then all is placed behind the page's last row.
        let all = profile.passed((new + update.steps).flatMap(\.bytes))
        update.steps = all.isEmpty ? [] : [GraphicsUpdate.Step(row: .max, bytes: all)]
        return update
    }

    /// The bytes that draw a picture in its cells, or store it; none where all of it is there.
    ///
    /// Blocks are text to any multiplexer, and know their place; a string goes to the terminal outside.
    private mutating func bytes(
        of new: PlacedImage<ID>, on profile: TerminalProfile
    ) -> [UInt8] {
        let (placement, cells) = (new.placement, new.placement.cells)
        let shown = mosaics.removeValue(forKey: cells)
        switch new.image {
        case .string(let bytes): return Self.place(bytes, at: cells.origin, on: profile)
        case .stored(let payload, let region, let target):
            let upload = Upload(id: placement.id, version: placement.version, region: region)
            return store?.add(payload, as: upload, at: target, isDraft: new.isDraft) ?? []
        case .cells(let mosaic):
            mosaics[cells] = mosaic
            var output: [UInt8] = []
            if let shown {
                // Blocks that stand for pictures on a slow line leave parts of the screen to others.
                mosaic.append(
                    changesFrom: shown, at: cells.origin, isWholeScreen: isText, to: &output)
            } else {
                mosaic.append(at: cells.origin, to: &output)
            }
            return output
        }
    }

    /// A picture's string at a cell of ours; several strings where one would be too long.
    private static func place(
        _ picture: [UInt8], at origin: CellPosition, on profile: TerminalProfile
    ) -> [UInt8] {
        profile.parts(of: picture).reduce(into: []) { output, part in
            let cell = CellPosition(row: origin.row + part.row, column: origin.column)
            output += profile.passed(
                ControlSequence.bytes(.moveCursor(profile.outside(cell))) + part.bytes)
        }
    }

    /// Something else was drawn where pictures are: nothing on the glass is built upon.
    package mutating func forget() { mosaics = [:] }

    /// Deletes all pictures from the terminal's store.
    package mutating func leave(_ profile: TerminalProfile) -> [UInt8] {
        profile.passed(store?.leave() ?? [])
    }
}

extension GraphicsDriver {
    /// The cells whose text is left alone while some pictures stay and others come.
    ///
    /// A picture of kitty's protocol need not fill its cells: the page's text is written under it.
    package func sparedCells(
        staying: [CellRect], coming: [CellRect], on profile: TerminalProfile
    ) -> [CellRect] {
        guard store != nil else { return staying + coming }
        return profile.keepsPicturesInCells ? staying : []
    }

    /// Whether pixels are drawn over what is there: they must be erased before text can take their
    /// place, and each frame is sent whole.
    package var drawsPixels: Bool { store == nil && !isText }

    /// Whether pictures are written into the cells of the text, and what the text had there is lost:
    /// before it is written, or behind it.
    package func overwritesText(before isBefore: Bool, on profile: TerminalProfile) -> Bool {
        isBefore ? isText : store != nil && profile.keepsPicturesInCells
    }
}

extension Placement {
    /// The same on the screen of the terminal that draws the pictures.
    fileprivate func outside(_ profile: TerminalProfile) -> Placement {
        var copy = self
        copy.cells = CellRect(origin: profile.outside(cells.origin), size: cells.size)
        return copy
    }
}
