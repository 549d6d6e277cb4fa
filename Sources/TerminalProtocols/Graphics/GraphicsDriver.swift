package import Imaging

/// A picture that was made, at the place it was made for.
package struct PlacedImage<ID: Hashable & Sendable>: Sendable {
    package let placement: Placement<ID>
    package let image: EncodedImage
    /// Whether a better one will follow.
    package let isDraft: Bool

    package init(_ image: EncodedImage, at placement: Placement<ID>, isDraft: Bool = false) {
        self.placement = placement
        self.image = image
        self.isDraft = isDraft
    }
}

/// What brings placements on the glass.
package struct GraphicsUpdate<ID: Hashable & Sendable>: Sendable {
    /// A picture's bytes, and the row of cells behind which they are to be written.
    package struct Step: Sendable {
        package let row: Int
        package let bytes: [UInt8]
    }

    package var steps: [Step] = []
    /// What must be made for them: of a picture that the terminal keeps the part that it lacks.
    package var missing: [KittyImageStore<ID>.Upload] = []
    /// Whether the screen must be cleared first: the steps leave less covered than there is.
    package var uncovers = false

    package var bytes: [UInt8] { steps.flatMap(\.bytes) }
}

/// How pictures come on a terminal's glass: the only choice between the protocols.
///
/// What it returns is believed to be written, in order: so it is asked only when that is possible.
package enum GraphicsDriver<ID: Hashable & Sendable>: Sendable {
    package typealias Upload = KittyImageStore<ID>.Upload

    /// Drawn over what is there, each time whole but for characters: sixel, iTerm2, blocks.
    case stream(StreamDriver)
    /// Sent once and placed as often as needed: kitty.
    case store(KittyImageStore<ID>)

    package init(_ profile: TerminalProfile) {
        switch profile.graphics {
        case .sixel, .iTerm2: self = .stream(StreamDriver(isText: false))
        case .blocks: self = .stream(StreamDriver(isText: true))
        case .kitty:
            var store = KittyImageStore<ID>()
            store.keepsUnseen = !profile.keepsPicturesInCells
            self = .store(store)
        }
    }

    /// Whether it is the driver of such a terminal.
    package func suits(_ profile: TerminalProfile) -> Bool {
        let graphics = profile.graphics
        return switch self {
        case .stream(let stream): !graphics.keepsPictures && stream.isText == graphics.isText
        case .store(let store):
            graphics.keepsPictures && store.keepsUnseen != profile.keepsPicturesInCells
        }
    }

    /// Whether pictures are kept by the terminal, in parts that it is sent as they are needed.
    package var keepsPictures: Bool {
        if case .store = self { return true }
        return false
    }

    /// Whether a picture is in the terminal: to show it costs next to nothing.
    package func has(_ placement: Placement<ID>) -> Bool {
        if case .store(let store) = self { return store.has(placement) }
        return false
    }

    /// Brings placements on the glass, and takes all others of a store away.
    ///
    /// `placements` are all that is to be seen, the lowest first, and `images` what is new of it;
    /// `isAnew` says that nothing that was placed before is on the glass.
    package mutating func update(
        to placements: [Placement<ID>], with images: [PlacedImage<ID>], anew isAnew: Bool,
        on profile: TerminalProfile
    ) -> GraphicsUpdate<ID> {
        switch self {
        case .stream(var stream):
            defer { self = .stream(stream) }
            if isAnew { stream.forget() }
            return GraphicsUpdate(
                steps: images.map { image in
                    let cells = image.placement.cells
                    return GraphicsUpdate.Step(
                        row: cells.origin.row + cells.size.rows - 1,
                        bytes: stream.draw(image.image, in: cells, on: profile))
                })
        case .store(var store):
            defer { self = .store(store) }
            return store.update(to: placements, with: images, anew: isAnew, on: profile)
        }
    }

    /// Something else was drawn where pictures are: nothing on the glass is built upon.
    package mutating func forget() {
        guard case .stream(var stream) = self else { return }
        stream.forget()
        self = .stream(stream)
    }

    /// Deletes all pictures from the terminal's store.
    package mutating func leave(_ profile: TerminalProfile) -> [UInt8] {
        guard case .store(var store) = self else { return [] }
        defer { self = .store(store) }
        return profile.passed(store.leave())
    }

    /// Takes an answer to a picture command in.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyVerdict {
        guard case .store(var store) = self else { return .nothing }
        defer { self = .store(store) }
        return store.reply(image: image, message: message)
    }

    /// How much of a terminal's store is used, and how large one picture may be.
    package mutating func limit(to limits: KittyLimits) {
        guard case .store(var store) = self else { return }
        store.limits = limits
        self = .store(store)
    }

    /// A small picture of all of a photo to send first, where nothing of it is in the terminal.
    package func standIn(for upload: Upload) -> ScaledWindow? {
        guard case .store(let store) = self else { return nil }
        return store.standIn(for: upload)
    }

    /// What was to be made for it will not come.
    package mutating func abandon(_ upload: Upload) {
        guard case .store(var store) = self else { return }
        store.abandoned(upload)
        self = .store(store)
    }
}

extension GraphicsDriver {
    /// The cells whose text is left alone while some pictures stay and others come.
    ///
    /// A picture of kitty's protocol need not fill its cells: the page's text is written under it.
    package func sparedCells(
        staying: [CellRect], coming: [CellRect], on profile: TerminalProfile
    ) -> [CellRect] {
        guard case .store = self else { return staying + coming }
        return profile.keepsPicturesInCells ? staying : []
    }

    /// Whether pixels are drawn over what is there: they must be erased before text can take their
    /// place, and each frame is sent whole.
    package var drawsPixels: Bool {
        if case .stream(let stream) = self { return !stream.isText }
        return false
    }

    /// Whether pictures are written into the cells of the text, and what the text had there is lost:
    /// before it is written, or behind it.
    package func overwritesText(before isBefore: Bool, on profile: TerminalProfile) -> Bool {
        switch self {
        case .stream(let stream): isBefore && stream.isText
        case .store: !isBefore && profile.keepsPicturesInCells
        }
    }
}

extension KittyImageStore {
    /// The same for a store: what is new is stored, then all is placed behind the page's last row.
    fileprivate mutating func update(
        to placements: [Placement<ID>], with images: [PlacedImage<ID>], anew isAnew: Bool,
        on profile: TerminalProfile
    ) -> GraphicsUpdate<ID> {
        var bytes: [UInt8] = []
        for image in images {
            guard case .stored(let payload, let region, let target) = image.image else { continue }
            let upload = Upload(
                id: image.placement.id, version: image.placement.version, region: region)
            bytes += add(payload, as: upload, at: target, isDraft: image.isDraft)
        }
        let update = update(
            to: placements.map { $0.moved(to: profile.outside($0.cells.origin)) },
            cell: profile.cell, anew: isAnew)
        bytes += update.bytes
        let last = profile.window.cells.rows - 1
        let steps =
            bytes.isEmpty
            ? []
            : [
                GraphicsUpdate<ID>.Step(row: last, bytes: profile.passed(bytes))
            ]
        return GraphicsUpdate(steps: steps, missing: update.missing, uncovers: update.uncovers)
    }
}

extension Placement {
    fileprivate func moved(to origin: CellPosition) -> Placement {
        Placement(
            id: id, version: version, window: window, size: size,
            cells: CellRect(origin: origin, size: cells.size), layer: layer)
    }
}
