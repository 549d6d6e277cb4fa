package import Imaging

/// The output that updates the placements on the screen.
package struct GraphicsUpdate<ID: Hashable & Sendable>: Sendable {
    /// The bytes of a picture, to be written after a row of the page, or after the page's last row
    /// if the page is shorter.
    package struct Step: Sendable {
        package let row: Int
        package let bytes: [UInt8]
    }

    package var steps: [Step] = []
    /// The uploads that the store lacks and that must be rendered, at most one for each placement.
    ///
    /// Urgent uploads come first. The others are sent when the connection is idle, so that later
    /// pans need no upload.
    package var missing: [KittyImageStore<ID>.Upload] = []
    /// True if the screen must be cleared first, because the new pictures cover less than the old
    /// ones.
    ///
    /// Clearing deletes pictures from the store; the caller may add them again before the next
    /// update.
    package var uncovers = false

    package var bytes: [UInt8] { Array(joining: steps.map(\.bytes)) }
}

extension [UInt8] {
    /// Joins pieces in order; each byte is copied once, or not at all if only one piece has bytes.
    ///
    /// A picture takes a megabyte: copying it ten times, by `+` and `+=`, took 5 of the 67 ms
    /// before the first picture.
    package init(joining pieces: [[UInt8]]) {
        let pieces = pieces.filter { !$0.isEmpty }
        self = pieces.first ?? []
        guard pieces.count > 1 else { return }
        reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces.dropFirst() { self += piece }
    }
}

/// A driver that draws pictures on a terminal; no other type chooses between the protocols.
///
/// All output of the driver must be written in order. Therefore, request output only when it can be
/// written.
package struct GraphicsDriver<ID: Hashable & Sendable>: Sendable {
    package typealias Upload = KittyImageStore<ID>.Upload

    /// The store of pictures that are sent once and placed as often as needed, as with kitty's
    /// protocol.
    ///
    /// The store is `nil` if pictures are drawn on the screen. Sixel and iTerm2 pictures are drawn
    /// completely each time; of mosaics, only the changes are drawn.
    private var store: KittyImageStore<ID>?
    /// True if pictures are drawn with characters.
    private let isText: Bool
    /// The placeholder characters that show stored pictures; `nil` if commands place the pictures.
    private var placeholders: PlaceholderScreen?
    /// The mosaics on the screen, by the cells that they cover.
    private var mosaics: [CellRect: BlockMosaic] = [:]

    package init(_ profile: TerminalProfile) {
        isText = profile.graphics.isText
        guard profile.graphics.keepsPictures else { return }
        store = KittyImageStore(profile.placeholders)
        placeholders = profile.placeholders.map { _ in PlaceholderScreen() }
        store?.keepsUnseen = profile.terminal.removal == .placement
        store?.marksPreviews = profile.terminal.takesUsageHints
        store?.limits.storeBytes = profile.terminal.storeBytes
    }

    /// Returns true if this driver can also be used with another profile.
    package func suits(_ profile: TerminalProfile) -> Bool {
        isText == profile.graphics.isText && (store != nil) == profile.graphics.keepsPictures
            && store?.keepsUnseen != (profile.terminal.removal == .picture)
            && (placeholders != nil) == (profile.placeholders != nil)
    }

    /// Shows placements and removes all other placements of the store.
    ///
    /// `placements` are all visible placements, the lowest first; `images` are the new pictures;
    /// `redrawsAll` is true if no earlier placement is on the screen.
    package mutating func update(
        to placements: [Placement<ID>], with images: [PlacedImage<ID>], redrawsAll: Bool,
        on profile: TerminalProfile
    ) -> GraphicsUpdate<ID> {
        if redrawsAll { forget() }
        let new = images.map { image in
            let cells = image.placement.cells
            return GraphicsUpdate<ID>.Step(
                row: cells.origin.row + cells.size.rows - 1, bytes: bytes(of: image, on: profile))
        }
        let outside = placements.map { $0.outside(profile) }
        guard var update = store?.update(to: outside, cell: profile.cell, redrawsAll: redrawsAll)
        else {
            return GraphicsUpdate(steps: new)
        }
        // New pictures are stored first; all pictures are placed after the page's last row.
        let stored = profile.passed(Array(joining: (new + update.steps).map(\.bytes)))
        let text =
            placeholders?.show(
                store?.placeholders ?? [], on: profile.window.cells, redrawsAll: redrawsAll) ?? []
        let all = Array(joining: [stored, text])
        update.steps = all.isEmpty ? [] : [GraphicsUpdate.Step(row: .max, bytes: all)]
        return update
    }

    /// Returns the bytes that draw a picture in its cells or store it.
    ///
    /// For a multiplexer, blocks are ordinary text; picture strings are wrapped for the outer
    /// terminal.
    private mutating func bytes(of new: PlacedImage<ID>, on profile: TerminalProfile) -> [UInt8] {
        let (placement, cells) = (new.placement, new.placement.cells)
        let shown = mosaics.removeValue(forKey: cells)
        switch new.image {
        case .string(let bytes):
            let whole = SixelStrings.Part(row: 0, bytes: bytes)
            return Self.place([whole], at: cells.origin, on: profile)
        case .strings(let parts):
            return Self.place(parts, at: cells.origin, on: profile)
        case .scrolled(let scroll, let strips):
            return self.bytes(of: scroll, strips, at: cells, on: profile)
        case .stored(let payload, let region, let target):
            let upload = Upload(
                id: placement.id, version: placement.version, region: region,
                in: PictureFrame(size: placement.size, target: target))
            return store?.add(payload, as: upload, at: target, isPreview: new.isPreview) ?? []
        case .cells(let mosaic):
            mosaics[cells] = mosaic
            var output: [UInt8] = []
            if let shown {
                // Blocks that replace pictures on a slow connection do not fill the screen, nor do
                // those of two photos side by side.
                let isWhole = isText && cells.size.columns >= profile.window.cells.columns
                mosaic.append(
                    changesFrom: shown, at: cells.origin, isWholeScreen: isWhole, to: &output)
            } else {
                mosaic.append(at: cells.origin, to: &output)
            }
            return output
        }
    }

    private mutating func bytes(
        of scroll: PictureScroll, _ strips: [[SixelStrings.Part]], at cells: CellRect,
        on profile: TerminalProfile
    ) -> [UInt8] {
        var output: [UInt8] = []
        scroll.appendMove(of: cells, into: &output)
        for (strip, strings) in zip(scroll.strips, strips) {
            let origin = CellPosition(
                row: cells.origin.row + strip.cell.row,
                column: cells.origin.column + strip.cell.column)
            output += Self.place(strings, at: origin, on: profile)
        }
        return output
    }

    /// Returns the bytes that draw a picture's strings at a cell; strings that are too long are
    /// split.
    private static func place(
        _ strings: [SixelStrings.Part], at origin: CellPosition, on profile: TerminalProfile
    ) -> [UInt8] {
        Array(
            joining: strings.flatMap { string in
                profile.parts(of: string.bytes).map { part in
                    let cell = CellPosition(
                        row: origin.row + string.row + part.row,
                        column: origin.column + string.column)
                    let move = ControlSequence.bytes(.moveCursor(profile.outside(cell)))
                    return profile.passed(Array(joining: [move, part.bytes]))
                }
            })
    }

    /// Discards the known contents of the screen, because something else was drawn there.
    package mutating func forget() {
        mosaics = [:]
    }

    /// Returns the bytes that delete all pictures from the terminal's store.
    package mutating func leave(_ profile: TerminalProfile) -> [UInt8] {
        profile.passed(store?.leave() ?? [])
    }
}

/// Operations on stored pictures; if the terminal stores no pictures, they do nothing.
extension GraphicsDriver {
    package var keepsPictures: Bool { store != nil }

    /// The limits of the terminal's store; `nil` if the terminal stores no pictures.
    package var limits: KittyLimits? { store?.limits }

    /// Changes the limits at any time, for example because the connection is slow.
    package mutating func limit(to limits: KittyLimits) { store?.limits = limits }

    /// Returns true if this version of a thumbnail is stored, so that placing it needs few bytes.
    package func has(_ placement: Placement<ID>) -> Bool { store?.has(placement) ?? false }

    /// Returns true if no picture of a photo is stored.
    package func isEmpty(of id: ID) -> Bool { store?.isEmpty(of: id) ?? true }

    /// Returns the uploads that a placement needs and the store lacks, the most urgent first.
    package func missing(for placement: Placement<ID>, cell: CellMetrics) -> [Upload] {
        store?.missing(for: placement, cell: cell) ?? []
    }

    /// Returns the window of a small copy of the whole photo, to be sent while an upload is slow.
    ///
    /// The result is `nil` if a picture of the photo is stored.
    package func standIn(for upload: Upload) -> ScaledWindow? { store?.standIn(for: upload) }

    /// Returns the region of a photo that a stored thumbnail shows, and the region's position in
    /// the thumbnail's rectangle; `nil` if no thumbnail is stored.
    package func region(in placement: Placement<ID>) -> (ScaledWindow, PixelRect)? {
        store?.region(in: placement)
    }

    /// Discards a requested upload that could not be rendered.
    package mutating func abandoned(_ upload: Upload) { store?.abandoned(upload) }

    /// Handles a reply to a picture command; pictures that the terminal has lost are sent again
    /// later.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyReplyOutcome {
        store?.reply(image: image, message: message) ?? .nothing
    }

    /// The number of the picture sent last; `nil` if pictures are not stored.
    package var newestImage: Int? { store?.newestImage }

    /// The bytes that remove the pictures from the screen but leave them stored.
    package var removal: [UInt8] { store?.removal ?? [] }
}

extension GraphicsDriver {
    /// Returns the cells whose text must not be written while pictures stay there or are added.
    ///
    /// A kitty picture may leave some of its cells unfilled, so the page's text is written under
    /// it.
    package func sparedCells(
        staying: [CellRect], coming: [CellRect], on profile: TerminalProfile
    ) -> [CellRect] {
        guard store != nil, placeholders == nil else { return staying + coming }
        return profile.keepsPicturesInCells ? staying : []
    }

    /// True if pixels are drawn over the text.
    ///
    /// Such pixels must be erased before text is written, and each frame is sent completely.
    package var drawsPixels: Bool { store == nil && !isText }

    /// Returns true if pictures overwrite the text in their cells, and the caller must record this
    /// now.
    ///
    /// `isBefore` is true before the caller computes the page's text, and false afterwards.
    package func overwritesText(before isBefore: Bool, on profile: TerminalProfile) -> Bool {
        isBefore ? isText || placeholders != nil : store != nil && profile.keepsPicturesInCells
    }
}

extension Placement {
    /// Returns the placement in the coordinates of the terminal that draws the pictures.
    fileprivate func outside(_ profile: TerminalProfile) -> Placement {
        var copy = self
        copy.cells = CellRect(origin: profile.outside(cells.origin), size: cells.size)
        return copy
    }
}
