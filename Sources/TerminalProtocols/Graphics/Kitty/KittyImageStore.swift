package import Imaging

/// The pictures in a kitty terminal's store and on its screen.
///
/// A picture is uploaded once and then only placed: panning takes under 100 bytes per step,
/// scrolling a page about 60 bytes per picture. All output of the store must be written in order.
/// Therefore, request output only when it can be written.
package struct KittyImageStore<ID: Hashable & Sendable>: Sendable {
    /// A region of a scaled photo, to be rendered and sent as a picture.
    package struct Upload: Hashable, Sendable {
        package let id: ID
        package let version: Int
        package let region: ScaledWindow
        /// The region's position in the picture; a picture that text shows has a margin to whole
        /// cells.
        package let frame: PictureFrame

        package init(
            id: ID, version: Int, region: ScaledWindow, in frame: PictureFrame? = nil
        ) {
            self.id = id
            self.version = version
            self.region = region
            self.frame = frame ?? PictureFrame(region.window.size)
        }
    }

    /// The limits, which may change at any time, for example on a slow connection.
    package var limits = KittyLimits.direct
    /// True if the terminal stores pictures that are not on its screen.
    ///
    /// xterm.js deletes such pictures, but their cells show them until the screen is cleared.
    package var keepsUnseen = true
    /// The method of showing pictures: by commands, or by text that the caller writes
    /// (`placeholders`).
    private let placing: any KittyPlacing
    /// True if previews are marked as transient (kitty 0.48).
    package var marksPreviews = false
    /// The number of the next picture; numbers are not reused, because a reply may be late.
    private var nextImage: Int
    /// The number of the picture sent last; 0 before the first picture.
    package private(set) var newestImage = 0
    private var stored: [ID: [KittyTile]] = [:]
    private var visible: [Shown] = []
    /// The requested uploads that have not been added to the store.
    private var wanted: [Upload] = []
    private var pans: [ID: KittyPan] = [:]
    private var updates = 0
    private var uses = 0
    private var previews = 0
    private var refusals = KittyRefusals()

    /// A picture on the screen, and the placement to which the picture belongs.
    private typealias Shown = (owner: Placement<ID>, placement: KittyPlacement)

    /// Creates an empty store; with `placeholders`, text shows the pictures instead of commands.
    package init(_ placeholders: PlaceholderMode? = nil) {
        placing =
            placeholders.map { PlaceholderPlacing(firstImage: $0.firstImage) } ?? CommandPlacing()
        nextImage = placing.firstImage
    }

    /// The areas to show by placeholder characters, the lowest first.
    var placeholders: [PlaceholderArea] { visible.compactMap(\.placement.text) }

    /// Returns true if this version of a thumbnail is stored, so that placing it needs few bytes.
    package func has(_ placement: Placement<ID>) -> Bool {
        guard case .fitted(let fitting) = placement.window else { return false }
        return picture(for: placement, fitting)?.version == placement.version
    }

    /// Returns the uploads that a placement needs and the store lacks, the most urgent first.
    package func missing(
        for placement: Placement<ID>, cell: CellMetrics
    ) -> [Upload] { scene(of: [placement], cell).missing }

    /// Returns the region of a photo that a stored thumbnail shows, and the region's position in
    /// the thumbnail's rectangle; `nil` if no thumbnail is stored.
    package func region(in placement: Placement<ID>) -> (ScaledWindow, PixelRect)? {
        guard case .fitted(let fitting) = placement.window else { return nil }
        return picture(for: placement, fitting).map { ($0.region, $0.target) }
    }

    /// Returns the bytes that store a picture, preceded by bytes that delete pictures to make room.
    ///
    /// A preview is shown until the final picture arrives: it counts as older than any version, but
    /// newer than earlier previews. `target` is the picture's position in the rectangle of a
    /// `.fitted` placement.
    package mutating func add(
        _ payload: KittyPayload, as upload: Upload, at target: PixelRect, isPreview: Bool
    ) -> [UInt8] {
        if isPreview { previews += 1 } else { abandoned(upload) }
        uses += 1
        let tile = KittyTile(
            image: nextImage, version: isPreview ? .min + previews : upload.version,
            region: upload.region, target: target, size: upload.frame.size, addedAt: updates,
            usedAt: uses)
        newestImage = nextImage
        nextImage = placing.image(after: nextImage)
        var output: [UInt8] = []
        makeRoom(for: tile.byteCount, into: &output)
        stored[upload.id, default: []].append(tile)
        return output
            + payload.bytes(storing: tile.image, isTransient: isPreview && marksPreviews)
    }

    /// Returns the bytes that show only these placements, and the missing uploads.
    ///
    /// While a `.region` has no picture, its cells stay unchanged, which is better than an empty
    /// screen. With `redrawsAll`, all pictures are placed again; a terminal that keeps pictures in
    /// their cells must have been cleared.
    package mutating func update(
        to placements: [Placement<ID>], cell: CellMetrics, redrawsAll: Bool = false
    ) -> GraphicsUpdate<ID> {
        updates += 1
        refusals.beginRound()
        follow(placements)
        var output: [UInt8] = []
        var scene = scene(of: placements, cell)
        if !redrawsAll { scene.shown += staying(under: scene) }
        let uncovers = !redrawsAll && uncovers(scene, cell)
        let isNext = visible.isEmpty && !scene.shown.isEmpty
        if uncovers || !keepsUnseen && (redrawsAll || isNext) {
            discardFreedByClearing(but: scene.shown.first, into: &output)
            scene = self.scene(of: placements, cell)
        }
        place(scene.shown, redrawsAll: redrawsAll, into: &output)
        makeRoom(sparing: newestImage, into: &output)
        wanted =
            scene.missing
            + wanted.filter { old in
                pans[old.id] != nil && !scene.missing.contains { $0.id == old.id }
            }
        let step = GraphicsUpdate<ID>.Step(row: .max, bytes: output)
        return GraphicsUpdate(
            steps: output.isEmpty ? [] : [step], missing: scene.missing, uncovers: uncovers)
    }

    /// Returns the window of a small copy of the whole photo, to be sent while an upload is slow;
    /// `nil` if a picture of the photo is stored.
    package func standIn(for upload: Upload) -> ScaledWindow? {
        guard stored[upload.id] == nil else { return nil }
        return upload.region.whole(fitting: limits.piece ?? Self.standInBox)
    }

    /// Returns true if no picture of a photo is stored.
    package func isEmpty(of id: ID) -> Bool { stored[id] == nil }

    /// Discards a requested upload that could not be rendered.
    package mutating func abandoned(_ upload: Upload) { wanted.removeAll { $0 == upload } }

    /// Returns the bytes that delete all pictures of this store in the terminal.
    package mutating func leave() -> [UInt8] {
        var output: [UInt8] = []
        delete(stored.values.joined().map(\.image), into: &output)
        wanted = []
        pans = [:]
        return output
    }

    /// The bytes that remove the pictures from the screen but leave them stored.
    package var removal: [UInt8] {
        var output: [UInt8] = []
        for image in Set(visible.map(\.placement.image)).sorted() {
            KittyCommand.append("a=d,d=i,i=\(image),q=2", to: &output)
        }
        return output
    }

    /// Handles a reply to a picture command; lost pictures are sent again later.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyReplyOutcome {
        guard message != Array("OK".utf8), CommandPlacing.first..<nextImage ~= image else {
            return .nothing
        }
        var lost = [lose(image)]
        // kitty's EINVAL errors name the image before the affected image.
        if message.starts(with: Array("EINVAL".utf8)) {
            let later = stored.values.joined().map(\.image).filter { $0 > image }
            lost.append(later.min().flatMap { lose($0) })
        }
        let refused = lost.compactMap(\.self)
        guard !refused.isEmpty else { return .nothing }
        let haveArrived = refused.allSatisfy { updates - $0.addedAt >= Self.updatesUntilArrived }
        return haveArrived ? .planAgain : refusals.count(message, lowering: &limits)
    }

    // The size of a stand-in, which takes 3 ms to encode and is visible for at most a second.
    private static var standInBox: PixelSize { PixelSize(width: 1280, height: 1024) }

    // The number of updates after which a picture must have arrived: errors arrive within
    // milliseconds, long before five steps of a pan. An error about an older picture means that the
    // terminal deleted the picture later.
    private static var updatesUntilArrived: Int { 5 }
}

extension KittyImageStore {
    /// The pictures to show and to send for a list of placements.
    private struct Scene {
        /// The pictures of each placement; substitutes of another scale come before exact pictures.
        var shown: [Shown] = []
        /// The placements for which no picture is stored.
        var empty: [Placement<ID>] = []
        var needed: [Upload] = []
        /// The uploads to send when the connection is idle.
        var later: [Upload] = []
        /// The number of placements of each picture.
        private var numbers: [Int: Int] = [:]

        var missing: [Upload] {
            (needed + later).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        mutating func show(_ parts: [KittyPlacement], for placement: Placement<ID>) {
            for var part in parts {
                numbers[part.image, default: 0] += 1
                part.number = numbers[part.image, default: 1]
                shown.append((placement, part))
            }
        }
    }

    private func scene(of placements: [Placement<ID>], _ cell: CellMetrics) -> Scene {
        var scene = Scene()
        for placement in placements {
            switch placement.window {
            case .fitted(let fitting):
                guard let tile = picture(for: placement, fitting) else { continue }
                let view = PlacedWindow(placement, tile.region, at: tile.target, cell)
                scene.show([placing.place(tile, in: view, .far)].compactMap(\.self), for: placement)
            case .region(let window, let target):
                show(PlacedWindow(placement, window, at: target, cell), in: &scene)
            }
        }
        return scene
    }

    /// Shows the stored pictures of a window and requests better pictures.
    private func show(_ view: PlacedWindow<ID>, in scene: inout Scene) {
        let placement = view.placement
        let pictures = stored[placement.id, default: []]
        let tiles = placing.select(
            from: pictures, visible: Set(visible.map(\.placement.image)), for: view, limits)
        let covers = tiles.covers
        // Clearing the screen deletes all pictures except the one that is placed next.
        let parts =
            covers.isEmpty
            ? Array(placing.standIns(of: tiles, from: pictures).prefix(keepsUnseen ? .max : 1))
            : covers.compactMap { placing.place($0, in: view, .sharp) }
        if parts.isEmpty { scene.empty.append(placement) }
        scene.show(parts, for: placement)
        if covers.isEmpty {
            next(for: tiles, in: scene).map { scene.needed.append($0) }
        } else if tiles.isPrefetchDue {
            next(for: tiles, in: scene).map { scene.later.append($0) }
        }
    }

    /// Returns the upload to send next; an upload in progress is preferred if it covers the window.
    private func next(for tiles: KittyTileSelection<ID>, in scene: Scene) -> Upload? {
        let (view, placement) = (tiles.view, tiles.view.placement)
        let waiting = (scene.missing + wanted).first {
            $0.id == placement.id && view.isCovered(by: $0.region, version: $0.version)
                && placing.isAligned($0.region, at: $0.frame.target, in: view)
        }
        let next = tiles.nextRegion(towards: pans[placement.id]?.aim ?? .origin).map {
            Upload(
                id: placement.id, version: placement.version, region: $0,
                in: placing.frame(around: $0, for: view))
        }
        return waiting ?? next
    }

    /// Returns the thumbnail in a placement's version, or the newest that fits; `nil` if none fits.
    private func picture(for placement: Placement<ID>, _ fitting: ImageFitting) -> KittyTile? {
        let all = stored[placement.id, default: []].filter { $0.fits(placement.size, fitting) }
        return all.last { $0.version == placement.version } ?? all.max { $0.version < $1.version }
    }

    /// Returns the pictures that stay on the screen under placements without a picture.
    private func staying(under scene: Scene) -> [Shown] {
        guard !scene.empty.isEmpty else { return [] }
        let taken = Set(scene.shown.map(\.placement.key))
        return visible.filter { old in
            !taken.contains(old.placement.key)
                && scene.empty.contains {
                    $0.layer <= old.owner.layer && $0.cells.meets(old.owner.cells)
                }
        }
    }

    /// Returns true if cells would continue to show a deleted picture.
    ///
    /// The terminal deletes a picture whose cells are all overwritten, even if the picture moves.
    private func uncovers(_ scene: Scene, _ cell: CellMetrics) -> Bool {
        guard !keepsUnseen else { return false }
        let covered = scene.shown.map(\.placement).map { ($0.image, $0.cells(of: cell)) }
        return !visible.map(\.placement).allSatisfy { old in
            let staying = covered.filter { $0.0 == old.image }
            return (staying.isEmpty ? covered : staying).contains {
                $0.1.contains(old.cells(of: cell))
            }
        }
    }
}

extension KittyImageStore {
    /// Records the windows of photos, to predict their movement.
    private mutating func follow(_ placements: [Placement<ID>]) {
        let before = pans
        pans = [:]
        for placement in placements {
            guard case .region(let window, _) = placement.window else { continue }
            pans[placement.id] = before[placement.id]?.moved(to: window) ?? KittyPan(window: window)
        }
    }

    /// Adds new placements before it removes old ones: the reverse order showed an empty frame.
    private mutating func place(_ shown: [Shown], redrawsAll: Bool, into output: inout [UInt8]) {
        let old = Set(visible.map(\.placement))
        for new in shown {
            if redrawsAll || !old.contains(new.placement) { new.placement.append(to: &output) }
            touch(new, into: &output)
        }
        let before = visible
        visible = shown
        let kept = Set(shown.map(\.placement.key))
        for old in before where !kept.contains(old.placement.key) {
            remove(old.placement, into: &output)
        }
    }

    private mutating func remove(_ placement: KittyPlacement, into output: inout [UInt8]) {
        if keepsUnseen { return placement.appendRemoval(to: &output) }
        guard !visible.contains(where: { $0.placement.image == placement.image }) else { return }
        delete([placement.image], into: &output)
    }

    private mutating func touch(_ shown: Shown, into output: inout [UInt8]) {
        let (id, image) = (shown.owner.id, shown.placement.image)
        guard let index = stored[id]?.firstIndex(where: { $0.image == image }) else { return }
        uses += 1
        stored[id]?[index].usedAt = uses
        stored[id]?[index].wasPlaced = true
        guard let text = shown.placement.text, stored[id]?[index].placedCells != text.picture else {
            return
        }
        stored[id]?[index].placedCells = text.picture
        text.appendPlacement(to: &output)
    }

    /// Deletes the least recently used invisible pictures while the store is too full.
    private mutating func makeRoom(
        for byteCount: Int = 0, sparing newest: Int? = nil, into output: inout [UInt8]
    ) {
        let room = max(0, limits.storeBytes - byteCount)
        var excess = stored.values.joined().reduce(-room) { $0 + $1.byteCount }
        guard excess > 0 else { return }
        let seen = Set(visible.map(\.placement.image))
        let unseen = stored.values.joined()
            .filter { !seen.contains($0.image) && $0.image != newest }
            .sorted { $0.usedAt < $1.usedAt }
        for picture in unseen where excess > 0 {
            excess -= picture.byteCount
            delete([picture.image], into: &output)
        }
    }

    /// Discards the pictures that clearing the screen deletes: all that were placed, except `next`.
    ///
    /// Without `next`, none is discarded: the terminal keeps cleared pictures until a picture is
    /// placed, so a photo need not be sent again after the help.
    private mutating func discardFreedByClearing(but next: Shown?, into output: inout [UInt8]) {
        guard next != nil else { return visible = [] }
        let lost = stored.values.joined().filter {
            $0.wasPlaced && $0.image != next?.placement.image
        }
        delete(lost.map(\.image), into: &output)
        visible = []
    }

    /// Deletes pictures; the capital I also deletes their data.
    private mutating func delete(_ images: [Int], into output: inout [UInt8]) {
        for image in images.sorted() {
            lose(image)
            KittyCommand.append("a=d,d=I,i=\(image),q=2", to: &output)
        }
    }

    @discardableResult
    private mutating func lose(_ image: Int) -> KittyTile? {
        for (id, pictures) in stored {
            guard let index = pictures.firstIndex(where: { $0.image == image }) else { continue }
            visible.removeAll { $0.placement.image == image }
            stored[id]?.remove(at: index)
            if pictures.count == 1 { stored[id] = nil }
            return pictures[index]
        }
        return nil
    }
}
