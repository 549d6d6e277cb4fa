internal import Imaging

/// The small pictures of text pages in the terminal's store, and those of them on its glass.
///
/// A picture is sent once and then only placed: a page scrolls by some 60 bytes a picture. It believes
/// that what it returns is written, in order: so it is asked only when its answer can be written.
package struct KittyPinboard<Picture: Hashable & Sendable>: Sendable {
    private struct Stored: Sendable {
        let picture: Picture
        let image: Int
        let byteCount: Int
    }

    /// A picture that a page shows twice has two placements.
    private struct Placement: Hashable, Sendable {
        let image: Int
        let number: Int
    }

    /// 64 kB each at 160 x 100: 700 pictures, in a store of 320 MB that the viewer uses 200 of.
    private static var storeBytes: Int { 48_000_000 }
    /// Above all that the viewer's pictures can count up to.
    private static var firstImage: Int { 1_000_000 }

    private var nextImage = firstImage
    /// The last is the one used last.
    private var stored: [Stored] = []
    private var glass: [Placement: KittyPin<Picture>] = [:]
    private var losses = 0

    package init() {}

    /// Whether the terminal has a picture: to place it costs next to nothing.
    package func has(_ picture: Picture) -> Bool { stored.contains { $0.picture == picture } }

    /// The bytes that leave these pictures on the glass and no others.
    ///
    /// `file` gives the PNG of a picture that the terminal has not got; `anew` places all again.
    package mutating func show(
        _ pins: [KittyPin<Picture>], anew isAnew: Bool = false, file: (Picture) -> [UInt8]?
    ) -> [UInt8] {
        var output: [UInt8] = []
        var placed: [Placement: KittyPin<Picture>] = [:]
        for pin in pins {
            guard let image = image(of: pin, file: file, into: &output) else { continue }
            var placement = Placement(image: image, number: 1)
            while placed[placement] != nil {
                placement = Placement(image: image, number: placement.number + 1)
            }
            placed[placement] = pin
            if isAnew || glass[placement] != pin { place(pin, as: placement, into: &output) }
        }
        // New placements first, then the old ones away: the other way round showed an empty frame.
        for placement in glass.keys where placed[placement] == nil {
            remove(placement, into: &output)
        }
        glass = placed
        output += tidyUp()
        return output
    }

    /// Takes all pictures off the glass; they stay in the store.
    package mutating func hide() -> [UInt8] { show([]) { _ in nil } }

    /// Takes an answer to a picture command in: a picture that the terminal lost is sent again.
    package mutating func reply(image: Int, message: [UInt8]) -> KittyVerdict {
        guard image >= Self.firstImage, message != Array("OK".utf8) else { return .nothing }
        stored.removeAll { $0.image == image }
        glass = glass.filter { $0.key.image != image }
        losses += 1
        return losses > Self.patience ? .giveUp : .planAgain
    }

    /// A page or two of pictures; a terminal that refuses more of them takes none.
    private static var patience: Int { 40 }

    /// Deletes everything of ours in the terminal.
    package mutating func leave() -> [UInt8] {
        var output: [UInt8] = []
        for picture in stored { delete(picture.image, into: &output) }
        stored = []
        glass = [:]
        return output
    }

    /// The stored picture's id; the bytes that store it are appended where it is not there yet.
    private mutating func image(
        of pin: KittyPin<Picture>, file: (Picture) -> [UInt8]?, into output: inout [UInt8]
    ) -> Int? {
        if let place = stored.firstIndex(where: { $0.picture == pin.picture }) {
            let known = stored.remove(at: place)
            stored.append(known)
            return known.image
        }
        guard let file = file(pin.picture) else { return nil }
        let image = nextImage
        nextImage += 1
        KittyCommand.append("a=t,t=d,f=100,i=\(image)", chunking: file, to: &output)
        stored.append(
            Stored(
                picture: pin.picture, image: image,
                byteCount: KittyTiling.storedBytes(of: pin.size)))
        return image
    }

    /// C=1 leaves the cursor alone; q=1: errors are answered, so that a lost picture is noticed.
    private func place(
        _ pin: KittyPin<Picture>, as placement: Placement, into output: inout [UInt8]
    ) {
        ControlSequence.moveCursor(pin.cell).append(to: &output)
        var keys = "a=p,i=\(placement.image),p=\(placement.number)"
        if pin.shift.x > 0 { keys += ",X=\(pin.shift.x)" }
        if pin.shift.y > 0 { keys += ",Y=\(pin.shift.y)" }
        KittyCommand.append(keys + ",C=1,q=1", to: &output)
    }

    private func remove(_ placement: Placement, into output: inout [UInt8]) {
        KittyCommand.append(
            "a=d,d=i,i=\(placement.image),p=\(placement.number),q=2", to: &output)
    }

    /// Deletes what was used longest ago from the store while it is too full.
    private mutating func tidyUp() -> [UInt8] {
        var output: [UInt8] = []
        let seen = Set(glass.keys.map(\.image))
        var byteCount = stored.reduce(0) { $0 + $1.byteCount }
        while byteCount > Self.storeBytes,
            let place = stored.firstIndex(where: { !seen.contains($0.image) })
        {
            let oldest = stored.remove(at: place)
            byteCount -= oldest.byteCount
            delete(oldest.image, into: &output)
        }
        return output
    }

    /// The capital I frees the picture's data as well.
    private func delete(_ image: Int, into output: inout [UInt8]) {
        KittyCommand.append("a=d,d=I,i=\(image),q=2", to: &output)
    }
}
