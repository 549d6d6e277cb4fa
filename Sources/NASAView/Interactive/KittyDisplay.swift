internal import Imaging
internal import PhotoCodec
internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols

/// The pictures a kitty terminal keeps: what is uploaded, what is on its way, what is placed.
struct KittyDisplay {
    typealias Upload = KittyUpload<PhotoReference>

    private var gallery = KittyGallery<PhotoReference>(limits: .direct(bytesPerSecond: nil))
    private let shared = SharedPictures()
    private var medium = KittyMedium.direct
    private var probe: KittyMediumProbe?
    private var rendering: Upload?
    private var arrived: KittyPicture?
    /// What the picture written last cost to make, and from then on its photo.
    private var cost: PictureCost?

    var hasAsked: Bool { probe != nil }

    /// Whether it is known how pictures reach the terminal.
    var isProbed: Bool { probe?.isComplete ?? true }

    /// The questions that tell whether terminal and program share a machine.
    mutating func probeMedium() -> [UInt8] {
        let shares = [KittyMedium.sharedMemory, .file].compactMap {
            share(of: KittyMediumProbe.sampleBytes, by: $0) {
                $0.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
        let probe = KittyMediumProbe(shares)
        self.probe = probe
        return probe.bytes
    }

    /// Takes an answer to a picture command in.
    ///
    /// - Returns: false when the terminal refuses pictures for good.
    mutating func take(image: Int, message: [UInt8]) -> Bool {
        if probe?.take(image: image, message: message) == true {
            medium = probe?.medium ?? .direct
            gallery.limits = medium == .direct ? .direct(bytesPerSecond: nil) : .sharing
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

    mutating func take(_ picture: KittyPicture) {
        if rendering == picture.upload { rendering = nil }
        arrived = picture
    }

    /// What `byteCount` bytes of commands cost, and the picture among them.
    mutating func cost(ofSending byteCount: Int) -> PictureCost {
        var cost = self.cost ?? PictureCost(byteCount: 0)
        cost.byteCount = byteCount
        self.cost?.stages = StageCosts()
        return cost
    }

    mutating func drawingFailed() {
        if let rendering { gallery.abandoned(rendering) }
        rendering = nil
    }

    /// The bytes that bring a view on the glass; asked only when they can be written.
    mutating func show(
        _ view: KittyView<PhotoReference>, render: (KittyRendering, KittyEncoder) -> Void
    ) -> [UInt8] {
        var output: [UInt8] = []
        if let arrived {
            output += gallery.sent(arrived.upload) + arrived.bytes
            cost = arrived.cost ?? cost
            self.arrived = nil
        }
        let plan = gallery.plan(view)
        output += plan.bytes
        if let upload = plan.upload, rendering == nil {
            rendering = upload
            let standIns = gallery.standIns(for: upload)
            render(KittyRendering(upload: upload, standIns: standIns), encoder)
        }
        return output
    }

    /// Takes the photo off the glass: a page is there instead.
    mutating func hide() -> [UInt8] { gallery.hide() }

    /// Deletes all pictures of ours, in the terminal and on their way.
    mutating func leave() -> [UInt8] {
        shared.removeAll()
        arrived = nil
        return gallery.leave()
    }

    private var encoder: KittyEncoder {
        guard medium != .direct else { return KittyEncoder(png: FastPNG.bytes) }
        return KittyEncoder(png: FastPNG.bytes) { [medium, shared] count, fill in
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
