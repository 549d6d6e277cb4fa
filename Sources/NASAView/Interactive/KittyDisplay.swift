internal import Imaging
internal import PhotoCodec
internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols

/// The pictures a kitty terminal keeps: what is uploaded, what is on its way, what is placed.
struct KittyDisplay {
    /// What is being made, and who makes it.
    private struct Work {
        let rendering: KittyRendering
        let task: Task<Void, Never>

        var photo: PhotoReference { rendering.upload.photo }
    }

    private var gallery = KittyGallery<PhotoReference>(limits: .direct(bytesPerSecond: nil))
    private var shared = SharedPictures()
    private var medium = KittyMedium.direct
    private var probe: KittyMediumProbe?
    private var probedAt = 0
    private var work: Work?
    private var arrived: KittyPicture?
    /// What the picture written last cost to make, and from then on its photo.
    private var cost: PictureCost?

    var hasAsked: Bool { probe != nil }

    /// Whether the terminal keeps pictures that are nowhere on its glass.
    var keepsUnseen: Bool {
        get { gallery.keepsUnseen }
        set { gallery.keepsUnseen = newValue }
    }

    /// Whether it is known how pictures reach the terminal.
    var isProbed: Bool { probe?.isComplete ?? true }

    /// When to wait no longer for the answers that tell it; nil if none is due.
    var deadline: Clock.Milliseconds? { isProbed ? nil : probedAt + Deadlines.answered }

    /// A terminal that does not answer is sent its pictures directly, and believed if it answers late.
    mutating func expire(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        probe?.expire()
    }

    /// The questions that tell whether terminal and program share a machine.
    mutating func probeMedium(at now: Clock.Milliseconds) -> [UInt8] {
        let shares = [KittyMedium.sharedMemory, .file].compactMap {
            share(of: KittyMediumProbe.sampleBytes, by: $0) {
                $0.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
        let probe = KittyMediumProbe(shares)
        self.probe = probe
        probedAt = now
        return probe.bytes
    }

    /// Takes an answer to a picture command in.
    ///
    /// - Returns: false when the terminal refuses pictures for good.
    mutating func take(image: Int, message: [UInt8]) -> Bool {
        if probe?.take(image: image, message: message) == true {
            medium = probe?.medium ?? .direct
            gallery.limits = limits
            return true
        }
        switch gallery.reply(image: image, message: message) {
        case .nothing, .planAgain: return true
        case .sendDirectly:
            medium = .direct
            gallery.limits = .direct(bytesPerSecond: nil)
            return true
        case .giveUp: return false
        }
    }

    /// Takes a picture that was made; one that was called off may come all the same, and is dropped.
    mutating func take(_ picture: KittyPicture) {
        guard let rendering = work?.rendering, rendering.brings(picture.upload) else {
            return drop(picture)
        }
        if rendering.upload == picture.upload { work = nil }
        if let arrived { drop(arrived) }
        arrived = picture
    }

    private func drop(_ picture: KittyPicture) {
        if let share = picture.share { shared.remove(share) }
    }

    /// What `byteCount` bytes of commands cost, and the picture among them.
    mutating func cost(ofSending byteCount: Int) -> PictureCost {
        var cost = self.cost ?? PictureCost(byteCount: 0)
        cost.byteCount = byteCount
        self.cost?.stages = StageCosts()
        return cost
    }

    /// Nothing more is made of a photo; what is made of another goes on.
    mutating func drawingFailed(_ photo: PhotoReference) {
        guard let work, work.photo == photo else { return }
        gallery.abandoned(work.rendering.upload)
        self.work = nil
    }

    /// Calls off what is made of other photos: the next one does not wait until they are read.
    ///
    /// Behind a PNG of 14000x14000 it did, for 4.6 s; behind one on its way from the network for as
    /// long as that took.
    private mutating func callOff(allBut photo: PhotoReference) {
        if let work, work.photo != photo {
            work.task.cancel()
            drawingFailed(work.photo)
        }
        if let arrived, arrived.upload.photo != photo {
            gallery.abandoned(arrived.upload)
            drop(arrived)
            self.arrived = nil
        }
    }

    /// The bytes that bring a view on the glass; asked only when they can be written.
    ///
    /// `uncovers` where they leave something of a picture that is nowhere else: the screen is to be
    /// cleared before them.
    mutating func show(
        _ view: KittyView<PhotoReference>,
        render: (KittyRendering, KittyEncoder) -> Task<Void, Never>
    ) -> (bytes: [UInt8], uncovers: Bool) {
        callOff(allBut: view.photo)
        var output: [UInt8] = []
        if let arrived {
            output += gallery.sent(arrived.upload) + arrived.bytes
            cost = arrived.cost ?? cost
            self.arrived = nil
        }
        let plan = gallery.plan(view)
        output += plan.bytes
        if let upload = plan.upload, work == nil {
            let standIns = gallery.standIns(for: upload)
            let rendering = KittyRendering(
                upload: upload, standIns: standIns, medium: medium)
            work = Work(rendering: rendering, task: render(rendering, encoder))
        }
        return (output, plan.uncovers)
    }

    /// Takes the photo off the glass: a page is there instead.
    mutating func hide() -> [UInt8] { gallery.hide() }

    /// Deletes all pictures of ours, in the terminal and on their way.
    mutating func leave() -> [UInt8] {
        // What is still being made finds this one closed, and is sent directly should we come back.
        shared.close()
        shared = SharedPictures()
        arrived = nil
        return gallery.leave()
    }

    private var limits: KittyLimits {
        guard medium == .direct else { return .sharing }
        // A terminal that keeps one picture at a time cannot put pieces together.
        let isInPieces = keepsUnseen && probe?.knowsDirectOnly == true
        return isInPieces ? .pieces : .direct(bytesPerSecond: nil)
    }

    private var encoder: KittyEncoder {
        KittyEncoder(png: FastPNG.bytes) { [shared] medium, count, fill in
            Self.share(of: count, by: medium, in: shared, fill)
        }
    }

    private func share(
        of count: Int, by medium: KittyMedium, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> KittyShare? {
        Self.share(of: count, by: medium, in: shared, fill)
    }

    /// Nil where there is no room or no such medium: then the picture is sent directly.
    private static func share(
        of count: Int, by medium: KittyMedium, in shared: SharedPictures,
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> KittyShare? {
        do {
            return try shared.create(medium, byteCount: count, fill: fill)
        } catch {
            return nil
        }
    }
}
