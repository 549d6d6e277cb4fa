internal import Imaging

/// The pictures in the terminal's store and on its glass; decides for each view what to send.
///
/// A photo is uploaded once, as a whole or as a tile, and panned by placing another part of it: under
/// 100 bytes a step. It believes that what it returns is written, in order: so it is asked only when
/// its answer can be written.
package struct KittyGallery<Photo: Hashable & Sendable>: Sendable {
    /// May be changed at any time, as when a line turns out to be slow.
    package var limits: KittyLimits
    /// Whether the terminal keeps pictures that are nowhere on its glass.
    ///
    /// xterm.js does not. Nor do its cells let go of one that is deleted, until the screen is cleared.
    package var keepsUnseen = true
    private var nextImage: Int
    /// The last is the one used last.
    private var stored: [StoredPicture<Photo>] = []
    private var wanted: KittyUpload<Photo>?
    /// What stands in first, then what is sharp.
    private var glass: [KittyPlacement] = []
    private var hand: Hand?
    private var failures = 0

    /// The view that was planned last, and the step that led to it.
    private struct Hand {
        let view: KittyView<Photo>
        let step: PixelPoint

        /// Where it is going: a few steps on from the middle of the view.
        var aim: PixelPoint {
            let window = view.window.window
            return PixelPoint(
                x: (window.minX + window.maxX) / 2 + Self.stepsAhead * step.x,
                y: (window.minY + window.maxY) / 2 + Self.stepsAhead * step.y)
        }

        private static var stepsAhead: Int { 4 }

        /// A view that did not move is where the step before has led.
        func moved(to view: KittyView<Photo>) -> Hand {
            let (old, new) = (self.view.window, view.window)
            guard self.view.photo == view.photo, old.scaled == new.scaled else {
                return Hand(view: view, step: .origin)
            }
            guard old.window != new.window else { return Hand(view: view, step: step) }
            return Hand(
                view: view,
                step: PixelPoint(
                    x: new.window.minX - old.window.minX, y: new.window.minY - old.window.minY))
        }
    }

    /// Ids count up from `firstImage` and are never used again, so that a late answer means no other.
    package init(limits: KittyLimits, firstImage: Int = 2000) {
        self.limits = limits
        nextImage = firstImage
    }

    /// What is needed to show a view.
    package mutating func plan(_ view: KittyView<Photo>) -> KittyPlan<Photo> {
        hand = hand?.moved(to: view) ?? Hand(view: view, step: .origin)
        let covers = bestCover(of: view).map { [$0] } ?? pieces(covering: view)
        if !covers.isEmpty {
            let shown = covers.compactMap { KittyPlacement(sharp: $0, in: view) }
            let uncovers = uncovers(shown, view.place.cell)
            let bytes = show(shown)
            let isTime = isTimeForMore(than: covers, of: view)
            return KittyPlan(
                bytes: bytes, upload: isTime ? upload(for: view) : nil, isSharp: true,
                uncovers: uncovers)
        }
        let standIns = standIns(for: view)
        // While there is nothing of the photo, the picture before stays: better than an empty screen.
        guard !standIns.isEmpty else {
            return KittyPlan(bytes: [], upload: upload(for: view), isSharp: false)
        }
        let uncovers = uncovers(standIns, view.place.cell)
        return KittyPlan(
            bytes: show(standIns), upload: upload(for: view), isSharp: false, uncovers: uncovers)
    }

    /// An upload's bytes are about to be written.
    ///
    /// - Returns: what is to be written before them: it makes room in the terminal's store.
    package mutating func sent(_ upload: KittyUpload<Photo>) -> [UInt8] {
        if wanted == upload { wanted = nil }
        var output: [UInt8] = []
        let room = max(0, limits.storeBytes - upload.byteCount)
        while storedBytes > room, let place = firstUnseen {
            appendDeletion(of: stored.remove(at: place).upload.image, to: &output)
        }
        stored.append(StoredPicture(upload: upload))
        return output
    }

    /// Coarse pictures of all of a photo, to be sent one after the other while an upload of it is long
    /// in coming; none where something of the photo is there already.
    package mutating func standIns(for upload: KittyUpload<Photo>) -> [KittyUpload<Photo>] {
        guard !stored.contains(where: { $0.upload.photo == upload.photo }) else { return [] }
        let region = upload.region.whole(fitting: limits.piece ?? Self.standInBox)
        // Older than any version there is, and each newer than the one before.
        return (-Self.standInCount..<0).map { version in
            defer { nextImage += 1 }
            return KittyUpload(
                image: nextImage, photo: upload.photo, version: version, region: region)
        }
    }

    /// An upload that was planned will not come: its photo could not be rendered.
    package mutating func abandoned(_ upload: KittyUpload<Photo>) {
        if wanted == upload { wanted = nil }
    }

    /// Takes an answer to a picture command in.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyVerdict {
        guard message != Array("OK".utf8), image >= firstOfOurs, image < nextImage else {
            return .nothing
        }
        let failed = stored.last { $0.upload.image == image } ?? stored.last
        // With EINVAL kitty names the image before the one it means.
        lose(image)
        if message.starts(with: Array("EINVAL".utf8)), let last = stored.last {
            lose(last.upload.image)
        }
        if failed?.hasArrived == true { return .planAgain }
        failures += 1
        if failures > Self.patience { return .giveUp }
        if Self.sharingErrors.contains(where: { message.starts(with: Array($0.utf8)) }) {
            return .sendDirectly
        }
        useLess()
        return .planAgain
    }

    /// Takes all pictures off the glass; they stay in the store.
    package mutating func hide() -> [UInt8] { keepsUnseen ? show([]) : leave() }

    /// Someone has cleared the screen, and the placements with it.
    package mutating func screenWasCleared() { glass = [] }

    /// Deletes all that is stored of a photo.
    package mutating func forget(_ photo: Photo) -> [UInt8] { delete { $0.upload.photo == photo } }

    /// Deletes everything of ours in the terminal: the program is leaving or stops for a while.
    package mutating func leave() -> [UInt8] { delete { _ in true } }

    // A first look, a quarter of the file, half of it: then the picture itself is not far.
    private static var standInCount: Int { 3 }

    // A megapixel laid out takes 3 ms; it is seen for a second at most.
    private static var standInBox: PixelSize { PixelSize(width: 1280, height: 1024) }

    // Three refusals in a row, each time with smaller pictures than before.
    private static var patience: Int { 3 }

    /// What kitty answers when a shared object cannot be opened or read, and konsole always.
    private static var sharingErrors: [String] { ["EBADF", "EPERM", "ENOTSUPPORTED"] }
}

extension KittyGallery {
    private var firstOfOurs: Int { stored.map(\.upload.image).min() ?? nextImage }

    private var storedBytes: Int { stored.reduce(0) { $0 + $1.upload.byteCount } }

    private var firstUnseen: Int? {
        stored.firstIndex { picture in !glass.contains { $0.image == picture.upload.image } }
    }

    /// The stored picture to show a view from: the one on the glass, unless another leaves more room to
    /// pan on.
    private func bestCover(of view: KittyView<Photo>) -> KittyUpload<Photo>? {
        let covers = stored.map(\.upload).filter { $0.covers(view) }
        let roomy = covers.filter {
            !KittyTiling.isNearEdge(view.window.window, of: $0.region.window, in: $0.region.scaled)
        }
        let candidates = roomy.isEmpty ? covers : roomy
        return candidates.last { upload in glass.contains { $0.image == upload.image } }
            ?? candidates.last
    }

    /// The picture of another scale or version that shows most of the view, and over it what there is
    /// of the view's own pixels.
    private func standIns(for view: KittyView<Photo>) -> [KittyPlacement] {
        let ours = stored.map(\.upload).filter { $0.photo == view.photo }
        let other = ours.filter { !$0.isSharp(for: view) }.max { one, other in
            one.worth(for: view).lexicographicallyPrecedes(other.worth(for: view))
        }
        let sharp = ours.filter { $0.isSharp(for: view) }
            .sorted { $0.seenSamples(in: view) < $1.seenSamples(in: view) }
            // What is on the glass makes no room for what comes: of large pictures one is enough.
            .suffix(limits.piece == nil ? 1 : ours.count)
        let placements =
            [other.flatMap { KittyPlacement(standingIn: $0, for: view) }].compactMap { $0 }
            + lastPieces(of: ours, before: view)
            + sharp.compactMap { KittyPlacement(sharp: $0, in: view) }
        // Clearing the screen frees all pictures but the one that is placed next.
        return keepsUnseen ? placements : Array(placements.prefix(1))
    }

    /// The pieces of the scale that was seen before, scaled to the view's.
    private func lastPieces(
        of ours: [KittyUpload<Photo>], before view: KittyView<Photo>
    ) -> [KittyPlacement] {
        let others = ours.filter {
            !$0.isSharp(for: view) && $0.region.window.size != $0.region.scaled
        }
        guard limits.piece != nil, let scale = others.last?.region.scaled else { return [] }
        return others.filter { $0.region.scaled == scale }.compactMap {
            KittyPlacement(standingIn: $0, for: view, layer: .middle)
        }
    }

    /// The pieces that together hold all of a view; none where one is missing.
    private func pieces(covering view: KittyView<Photo>) -> [KittyUpload<Photo>] {
        guard let piece = limits.piece else { return [] }
        let stored = sharpPictures(of: view)
        let places = KittyTiling.pieces(
            of: piece, touching: view.window.window, in: view.window.scaled, from: .origin)
        let pieces = places.compactMap { stored[$0] }
        return pieces.count == places.count ? pieces : []
    }

    /// What is stored at a view's scale, by its part of the photo.
    private func sharpPictures(of view: KittyView<Photo>) -> [PixelRect: KittyUpload<Photo>] {
        let sharp = stored.map(\.upload).filter { $0.isSharp(for: view) }
        return Dictionary(sharp.map { ($0.region.window, $0) }) { $1 }
    }

    private func isTimeForMore(
        than covers: [KittyUpload<Photo>], of view: KittyView<Photo>
    ) -> Bool {
        limits.piece != nil
            || covers.contains {
                KittyTiling.isNearEdge(
                    view.window.window, of: $0.region.window, in: $0.region.scaled)
            }
    }

    /// The part to send next; nil where all that may be wanted soon is there.
    private func nextRegion(for view: KittyView<Photo>) -> ScaledWindow? {
        let window = view.window
        guard let piece = limits.piece else {
            return window.with(KittyTiling.region(for: window, limits))
        }
        // First all of the photo in one piece, to stand in for the others.
        guard stored.contains(where: { $0.upload.photo == view.photo }) else {
            return window.whole(fitting: piece)
        }
        let (aim, sharp) = (hand?.aim ?? .origin, sharpPictures(of: view))
        return [window.window, KittyTiling.surroundings(of: window.window, in: window.scaled)]
            .lazy.flatMap {
                KittyTiling.pieces(of: piece, touching: $0, in: window.scaled, from: aim)
            }
            .first { sharp[$0] == nil }
            .map { window.with($0) }
    }

    /// Whether cells that show something now would show what was deleted.
    private func uncovers(_ placements: [KittyPlacement], _ cell: CellMetrics) -> Bool {
        guard !keepsUnseen else { return false }
        let covered = placements.map { $0.cells(of: cell) }
        return !glass.map { $0.cells(of: cell) }.allSatisfy { old in
            covered.contains { $0.contains(old) }
        }
    }

    private mutating func upload(for view: KittyView<Photo>) -> KittyUpload<Photo>? {
        if let wanted, wanted.covers(view) { return wanted }
        guard let region = nextRegion(for: view) else { return nil }
        if let wanted, wanted.photo == view.photo, wanted.version == view.version,
            wanted.region == region
        {
            return wanted
        }
        let isThere = stored.contains { $0.upload.isSharp(for: view) && $0.upload.region == region }
        guard !isThere else { return nil }
        let upload = KittyUpload(
            image: nextImage, photo: view.photo, version: view.version, region: region)
        nextImage += 1
        wanted = upload
        return upload
    }

    /// New placements first, then the old ones away: the other way round showed an empty frame.
    private mutating func show(_ placements: [KittyPlacement]) -> [UInt8] {
        var output: [UInt8] = []
        for placement in placements where !glass.contains(placement) {
            placement.append(to: &output)
        }
        for old in glass where !placements.contains(where: { $0.image == old.image }) {
            takeOff(old, into: &output)
        }
        for placement in placements { touch(placement.image) }
        glass = placements
        return output
    }

    private mutating func takeOff(_ placement: KittyPlacement, into output: inout [UInt8]) {
        guard !keepsUnseen else { return placement.appendRemoval(to: &output) }
        appendDeletion(of: placement.image, to: &output)
        stored.removeAll { $0.upload.image == placement.image }
    }

    private mutating func touch(_ image: Int) {
        guard let place = stored.firstIndex(where: { $0.upload.image == image }) else { return }
        var picture = stored.remove(at: place)
        picture.placements += 1
        stored.append(picture)
    }

    private mutating func lose(_ image: Int) {
        stored.removeAll { $0.upload.image == image }
        glass.removeAll { $0.image == image }
    }

    /// The terminal took less than we thought.
    private mutating func useLess() {
        limits.storeBytes /= 2
        limits.pictureSamples /= 2
    }

    private mutating func delete(where isMeant: (StoredPicture<Photo>) -> Bool) -> [UInt8] {
        var output: [UInt8] = []
        for picture in stored where isMeant(picture) {
            appendDeletion(of: picture.upload.image, to: &output)
            glass.removeAll { $0.image == picture.upload.image }
        }
        stored.removeAll(where: isMeant)
        wanted = nil
        return output
    }

    /// The capital I frees the picture's data as well.
    private func appendDeletion(of image: Int, to output: inout [UInt8]) {
        KittyCommand.append("a=d,d=I,i=\(image),q=2", to: &output)
    }
}

extension KittyUpload {
    fileprivate func seenSamples(in view: KittyView<Photo>) -> Int {
        region.window.intersection(view.window.window).size.area ?? 0
    }

    /// How well it stands in: how much of the view it has, then how new, then how fine it is.
    fileprivate func worth(for view: KittyView<Photo>) -> [Int] {
        let seen = KittyPlacement(standingIn: self, for: view)?.stretch
        return [seen.map { $0.columns * $0.rows } ?? 0, version, region.scaled.width]
    }
}
