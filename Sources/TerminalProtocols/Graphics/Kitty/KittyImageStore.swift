package import Imaging

/// The pictures in a kitty terminal's store and on its glass.
///
/// A picture is uploaded once and then only placed: panning a photo takes under 100 bytes a step,
/// scrolling a page some 60 a picture. The store believes that what it returns is written, in order:
/// so it is asked only when its answer can be written.
package struct KittyImageStore<ID: Hashable & Sendable>: Sendable {
    /// A part of a scaled photo that is to be rendered and sent.
    package struct Upload: Hashable, Sendable {
        package let id: ID
        package let version: Int
        /// The part is this one's window.
        package let region: ScaledWindow

        package init(id: ID, version: Int, region: ScaledWindow) {
            self.id = id
            self.version = version
            self.region = region
        }
    }

    /// May be changed at any time, as when a line turns out to be slow.
    package var limits = KittyLimits.direct
    /// Whether the terminal keeps pictures that are nowhere on its glass.
    ///
    /// xterm.js does not. Nor do its cells let go of one that is deleted, until the screen is cleared.
    package var keepsUnseen = true
    /// Counts up: no number is used again, so that a late answer means no other picture.
    private var nextImage = Self.firstImage
    private var stored: [ID: [KittyTile]] = [:]
    private var glass: [Shown] = []
    /// What was asked for and has not come.
    private var wanted: [Upload] = []
    private var pans: [ID: KittyPan] = [:]
    private var updates = 0
    private var uses = 0
    private var drafts = 0
    private var refusedRounds = 0
    private var isRoundCounted = false

    /// A picture on the glass, and what it is shown for.
    private typealias Shown = (owner: Placement<ID>, placement: KittyPlacement)

    package init() {}

    /// Whether a small picture is in the terminal, in its version: to place it costs next to nothing.
    package func has(_ placement: Placement<ID>) -> Bool {
        guard case .fitted(let fitting) = placement.window else { return false }
        return picture(for: placement, fitting)?.version == placement.version
    }

    /// A picture is about to be written: the bytes that store it, after what makes room for it.
    ///
    /// `target` is where it lies in the rectangle of a `.fitted` placement; tiles have no use for it.
    /// A draft stands in until the real one comes: it is older than any version, and newer than the
    /// drafts before it.
    package mutating func add(
        _ payload: KittyPayload, as upload: Upload, at target: PixelRect, isDraft: Bool
    ) -> [UInt8] {
        if isDraft { drafts += 1 } else { abandoned(upload) }
        uses += 1
        let tile = KittyTile(
            image: nextImage, version: isDraft ? .min + drafts : upload.version,
            region: upload.region, target: target, addedAt: updates, usedAt: uses)
        nextImage += 1
        var output: [UInt8] = []
        makeRoom(for: tile.byteCount, into: &output)
        stored[upload.id, default: []].append(tile)
        return output + payload.bytes(storing: tile.image)
    }

    /// The bytes that leave these placements on the glass and no others, and what is still missing.
    ///
    /// While nothing of a `.part` is there, what its cells show stays: better than an empty screen.
    /// `anew` where nothing on the glass is to stay as it is: all is placed again. A terminal that
    /// keeps pictures in its cells has been cleared then.
    package mutating func update(
        to placements: [Placement<ID>], cell: CellMetrics, anew: Bool = false
    ) -> GraphicsUpdate<ID> {
        updates += 1
        isRoundCounted = false
        follow(placements)
        var output: [UInt8] = []
        var scene = scene(of: placements, cell)
        if !anew { scene.shown += staying(under: scene) }
        let uncovers = !anew && uncovers(scene, cell)
        if uncovers || anew && !keepsUnseen {
            loseWhatClearingFrees(but: scene.shown.first, into: &output)
            scene = self.scene(of: placements, cell)
        }
        place(scene.shown, anew: anew, into: &output)
        makeRoom(sparing: nextImage - 1, into: &output)
        wanted =
            scene.missing
            + wanted.filter { old in
                pans[old.id] != nil && !scene.missing.contains { $0.id == old.id }
            }
        let step = GraphicsUpdate<ID>.Step(row: .max, bytes: output)
        return GraphicsUpdate(
            steps: output.isEmpty ? [] : [step], missing: scene.missing, uncovers: uncovers)
    }

    /// All of a photo, small, to be sent while an upload of it is long in coming; nil where something
    /// of the photo is there already.
    package func standIn(for upload: Upload) -> ScaledWindow? {
        guard stored[upload.id] == nil else { return nil }
        return upload.region.whole(fitting: limits.piece ?? Self.standInBox)
    }

    /// An upload that was named will not come: its photo could not be rendered.
    package mutating func abandoned(_ upload: Upload) { wanted.removeAll { $0 == upload } }

    /// Deletes everything of ours in the terminal: the program is leaving or stops for a while.
    package mutating func leave() -> [UInt8] {
        var output: [UInt8] = []
        delete(stored.values.joined().map(\.image), into: &output)
        wanted = []
        pans = [:]
        return output
    }

    /// Takes an answer to a picture command in: what the terminal has not got is sent again.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyReplyOutcome {
        guard message != Array("OK".utf8), Self.firstImage..<nextImage ~= image else {
            return .nothing
        }
        var lost = [lose(image)]
        // With EINVAL kitty names the image before the one it means.
        if message.starts(with: Array("EINVAL".utf8)) {
            let later = stored.values.joined().map(\.image).filter { $0 > image }
            lost.append(later.min().flatMap { lose($0) })
        }
        let refused = lost.compactMap(\.self)
        guard !refused.isEmpty else { return .nothing }
        let haveArrived = refused.allSatisfy { updates - $0.addedAt >= Self.updatesUntilArrived }
        return haveArrived ? .planAgain : countRefusal(message)
    }

    private static var firstImage: Int { 2000 }

    // A megapixel laid out takes 3 ms; it is seen for a second at most.
    private static var standInBox: PixelSize { PixelSize(width: 1280, height: 1024) }

    // Three rounds of refusals, each time with smaller pictures than before.
    private static var patience: Int { 3 }

    // The terminal answers an error within milliseconds, long before a person has panned five steps:
    // a picture that lived so long did arrive, and was thrown away later.
    private static var updatesUntilArrived: Int { 5 }

    /// What kitty answers when a shared object cannot be opened or read, and konsole always.
    private static var sharingErrors: [String] { ["EBADF", "EPERM", "ENOTSUPPORTED"] }
}

/// What an answer of the terminal to a picture command means.
package enum KittyReplyOutcome: Hashable, Sendable {
    /// Not about a picture of ours, or good news.
    case nothing
    /// A picture is gone or was refused; plan again.
    case planAgain
    /// The terminal could not fetch what was shared; send directly from now on, and plan again.
    case sendDirectly
    /// It refuses time and again: show pictures another way.
    case giveUp
}

extension KittyImageStore {
    /// What a list of placements comes to with what is stored.
    private struct Scene {
        /// Of each placement what stands in first, then what is sharp.
        var shown: [Shown] = []
        /// Of these nothing is there yet.
        var empty: [Placement<ID>] = []
        /// To be sent at once.
        var needed: [Upload] = []
        /// To be sent when there is time.
        var later: [Upload] = []
        /// How many placements each picture has.
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
                let whole = KittyPlacement(sharp: tile, in: view, depth: .far)
                scene.show([whole].compactMap(\.self), for: placement)
            case .part(let window, let target):
                show(PlacedWindow(placement, window, at: target, cell), in: &scene)
            }
        }
        return scene
    }

    private func show(_ view: PlacedWindow<ID>, in scene: inout Scene) {
        let placement = view.placement
        let pictures = stored[placement.id, default: []].sorted { $0.usedAt < $1.usedAt }
        let tiles = KittyTileSelection(
            tiles: pictures, glass: Set(glass.map(\.placement.image)), view: view, limits: limits)
        let covers = tiles.covers
        // Clearing the screen frees all pictures but the one that is placed next.
        let parts =
            covers.isEmpty
            ? Array(tiles.standIns.prefix(keepsUnseen ? .max : 1))
            : covers.compactMap { KittyPlacement(sharp: $0, in: view) }
        if parts.isEmpty { scene.empty.append(placement) }
        scene.show(parts, for: placement)
        if covers.isEmpty {
            next(for: tiles, in: scene).map { scene.needed.append($0) }
        } else if tiles.isTimeForMore {
            next(for: tiles, in: scene).map { scene.later.append($0) }
        }
    }

    /// What to send next: what is on its way, where that holds all of the window.
    private func next(for tiles: KittyTileSelection<ID>, in scene: Scene) -> Upload? {
        let placement = tiles.view.placement
        let waiting = (scene.missing + wanted).first {
            $0.id == placement.id && tiles.view.isCovered(by: $0.region, version: $0.version)
        }
        let next = tiles.nextRegion(towards: pans[placement.id]?.aim ?? .origin).map {
            Upload(id: placement.id, version: placement.version, region: $0)
        }
        return waiting ?? next
    }

    /// The small picture to show for a placement: that of its version, else the newest that fits.
    private func picture(for placement: Placement<ID>, _ fitting: ImageFitting) -> KittyTile? {
        let all = stored[placement.id, default: []].filter { $0.fits(placement.size, fitting) }
        return all.last { $0.version == placement.version }
            ?? all.max { $0.version < $1.version }
    }

    /// What stays where a placement has nothing to show yet.
    private func staying(under scene: Scene) -> [Shown] {
        guard !scene.empty.isEmpty else { return [] }
        let taken = Set(scene.shown.map(\.placement.key))
        return glass.filter { old in
            !taken.contains(old.placement.key)
                && scene.empty.contains {
                    $0.layer == old.owner.layer && $0.cells.meets(old.owner.cells)
                }
        }
    }

    /// Whether cells that show something now would show what was deleted.
    ///
    /// A picture whose cells all go to others is freed before it can be placed elsewhere.
    private func uncovers(_ scene: Scene, _ cell: CellMetrics) -> Bool {
        guard !keepsUnseen else { return false }
        let covered = scene.shown.map(\.placement).map { ($0.image, $0.cells(of: cell)) }
        return !glass.map(\.placement).allSatisfy { old in
            let staying = covered.filter { $0.0 == old.image }
            return (staying.isEmpty ? covered : staying).contains {
                $0.1.contains(old.cells(of: cell))
            }
        }
    }
}

extension KittyImageStore {
    /// Takes in where the windows of photos go.
    private mutating func follow(_ placements: [Placement<ID>]) {
        let before = pans
        pans = [:]
        for placement in placements {
            guard case .part(let window, _) = placement.window else { continue }
            pans[placement.id] = before[placement.id]?.moved(to: window) ?? KittyPan(window: window)
        }
    }

    /// New placements first, then the old ones away: the other way round showed an empty frame.
    private mutating func place(_ shown: [Shown], anew: Bool, into output: inout [UInt8]) {
        let old = Set(glass.map(\.placement))
        for new in shown {
            if anew || !old.contains(new.placement) { new.placement.append(to: &output) }
            touch(new)
        }
        let before = glass
        glass = shown
        let kept = Set(shown.map(\.placement.key))
        for old in before where !kept.contains(old.placement.key) {
            takeOff(old.placement, into: &output)
        }
    }

    private mutating func takeOff(_ placement: KittyPlacement, into output: inout [UInt8]) {
        if keepsUnseen { return placement.appendRemoval(to: &output) }
        guard !glass.contains(where: { $0.placement.image == placement.image }) else { return }
        delete([placement.image], into: &output)
    }

    private mutating func touch(_ shown: Shown) {
        let (id, image) = (shown.owner.id, shown.placement.image)
        guard let place = stored[id]?.firstIndex(where: { $0.image == image }) else { return }
        uses += 1
        stored[id]?[place].usedAt = uses
        stored[id]?[place].wasPlaced = true
    }

    /// Deletes what was used longest ago from the store while it is too full; what is seen stays.
    private mutating func makeRoom(
        for byteCount: Int = 0, sparing newest: Int? = nil, into output: inout [UInt8]
    ) {
        let room = max(0, limits.storeBytes - byteCount)
        var excess = stored.values.joined().reduce(-room) { $0 + $1.byteCount }
        guard excess > 0 else { return }
        let seen = Set(glass.map(\.placement.image))
        let unseen = stored.values.joined()
            .filter { !seen.contains($0.image) && $0.image != newest }
            .sorted { $0.usedAt < $1.usedAt }
        for picture in unseen where excess > 0 {
            excess -= picture.byteCount
            delete([picture.image], into: &output)
        }
    }

    /// A screen that is cleared keeps the picture that is placed next, and those never placed.
    private mutating func loseWhatClearingFrees(but next: Shown?, into output: inout [UInt8]) {
        let lost = stored.values.joined().filter {
            $0.wasPlaced && $0.image != next?.placement.image
        }
        delete(lost.map(\.image), into: &output)
        glass = []
    }

    /// The capital I frees the pictures' data as well.
    private mutating func delete(_ images: [Int], into output: inout [UInt8]) {
        for image in images.sorted() {
            lose(image)
            KittyCommand.append("a=d,d=I,i=\(image),q=2", to: &output)
        }
    }

    @discardableResult
    private mutating func lose(_ image: Int) -> KittyTile? {
        for (id, pictures) in stored {
            guard let place = pictures.firstIndex(where: { $0.image == image }) else {
                continue
            }
            glass.removeAll { $0.placement.image == image }
            stored[id]?.remove(at: place)
            if pictures.count == 1 { stored[id] = nil }
            return pictures[place]
        }
        return nil
    }

    // A page places dozens of pictures in one write, and a terminal that has not got them answers as
    // many errors: one piece of news, as a single error about a photo is. Counted one by one, a page
    // would have had the terminal given up that had lost its pictures only once.
    private mutating func countRefusal(_ message: [UInt8]) -> KittyReplyOutcome {
        let isNew = !isRoundCounted
        isRoundCounted = true
        refusedRounds += isNew ? 1 : 0
        guard refusedRounds <= Self.patience else { return .giveUp }
        if Self.sharingErrors.contains(where: { message.starts(with: Array($0.utf8)) }) {
            return .sendDirectly
        }
        if isNew {
            limits.storeBytes /= 2
            limits.pictureSamples /= 2
        }
        return .planAgain
    }
}
