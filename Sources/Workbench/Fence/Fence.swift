internal import ArgumentParser
internal import Decoding
internal import Imaging
internal import PhotoCodec
internal import Sandbox

/// `workbench fence`: what a process that decodes photos can do on this machine, tried by one.
struct Fence: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what becomes of attempts to leave the process that decodes photos.",
        discussion: """
            Each attempt is made by a worker of its own, as a hostile photo would make it. EPERM is \
            the fence. Also: what a crash, a hang and too much memory come to. With --photo such \
            workers decode pictures instead, within the memory they are given.
            """)

    @Argument(help: "The attempts to make; all if none is named.")
    var attempts: [FenceAttempt] = []

    @Option(name: .customLong("photo"), help: "A picture to decode; may be repeated.")
    var photos: [String] = []

    @Option(
        name: .customLong("arriving"),
        help: "A JPEG to read while it is handed over in pieces; may be repeated.")
    var arriving: [String] = []

    @Option(help: "Megabytes of memory for a worker, beside what it has when it begins.")
    var megabytes = 256

    func validate() throws {
        guard (1...Self.mostMegabytes).contains(megabytes) else {
            throw ValidationError("--megabytes is from 1 to \(Self.mostMegabytes).")
        }
    }

    private static let mostMegabytes = 1 << 20

    func run() throws {
        guard let zygote = PhotoDecoding.zygote else {
            throw ValidationError("there are no fenced-in processes on this system.")
        }
        for photo in photos { Self.tell(photo, FencedPhoto.result(of: photo)) }
        for photo in arriving { Self.tell(photo, ArrivingCopy.result(of: photo)) }
        guard photos.isEmpty, arriving.isEmpty else { return }
        for attempt in attempts.isEmpty ? FenceAttempt.allCases : attempts {
            Self.tell(attempt.rawValue, attempt.result(by: zygote))
        }
    }

    private static func tell(_ name: String, _ result: String) {
        StandardOutput.write("\(name)\t\(result)\n")
    }
}

extension Fence: Program.Fenced {
    var craft: WorkerCraft? {
        let means = arriving.isEmpty ? DecodingMeans() : ArrivingCopy.means
        var craft = WorkerCraft.photos(within: means)
        craft.limits.memoryBytes = megabytes << 20
        guard photos.isEmpty, arriving.isEmpty else { return craft }
        // Short ones: nobody wants to wait for what is known to hang.
        craft.limits.processorSeconds = 1
        craft.limits.silentSeconds = 2
        craft.limits.callSeconds = 4
        craft.open = { (photo) throws(DecodingFailure) in
            let name = try FenceAttempt.name(in: photo)
            guard let attempt = FenceAttempt(rawValue: name) else {
                throw .unsupported(kind: .text)
            }
            throw .damaged(reason: try attempt.outcome())
        }
        return craft
    }
}
