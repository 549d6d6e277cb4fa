internal import ArgumentParser
internal import Decoding
internal import Imaging
internal import PhotoCodec
internal import Sandbox

/// `workbench fence`: what a process that decodes photos can do on this machine, tried by one.
struct SandboxCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Try to break out of the sandbox that decodes photos, and print the results.",
        discussion: """
            Each attempt is made by a separate worker, as a hostile photo would make it. EPERM \
            means the sandbox stopped it. Crashes, hangs and excessive memory are tried too. With \
            --photo such workers decode pictures instead, within the memory they are given.
            """)

    @Argument(help: "The attempts to make; all if none is named.")
    var attempts: [SandboxAttempt] = []

    @Option(name: .customLong("photo"), help: "A picture to decode; may be repeated.")
    var photos: [String] = []

    @Option(
        name: .customLong("arriving"),
        help: "A JPEG to read while it is handed over in pieces; may be repeated.")
    var arriving: [String] = []

    @Option(help: "Megabytes of memory for a worker, besides what it starts with.")
    var megabytes = 256

    func validate() throws {
        guard (1...Self.mostMegabytes).contains(megabytes) else {
            throw ValidationError("--megabytes must be from 1 to \(Self.mostMegabytes).")
        }
    }

    private static let mostMegabytes = 1 << 20

    func run(by zygote: Zygote?) throws {
        guard let zygote else {
            throw ValidationError("This system offers no sandbox.")
        }
        for photo in photos { Self.tell(photo, SandboxedPhoto.result(of: photo, by: zygote)) }
        for photo in arriving { Self.tell(photo, ArrivingCopy.result(of: photo, by: zygote)) }
        guard photos.isEmpty, arriving.isEmpty else { return }
        for attempt in attempts.isEmpty ? SandboxAttempt.allCases : attempts {
            Self.tell(attempt.rawValue, attempt.result(by: zygote))
        }
    }

    private static func tell(_ name: String, _ result: String) {
        StandardOutput.write("\(name)\t\(result)\n")
    }
}

extension SandboxCheck: Program.Fenced {
    var craft: WorkerConfiguration? {
        let means = arriving.isEmpty ? DecodingOptions() : ArrivingCopy.means
        var craft = WorkerConfiguration.photos(within: means)
        craft.limits.memoryBytes = megabytes << 20
        guard photos.isEmpty, arriving.isEmpty else { return craft }
        // Short ones: nobody wants to wait for what is known to hang.
        craft.limits.processorSeconds = 1
        craft.limits.silentSeconds = 2
        craft.limits.callSeconds = 4
        craft.open = { (photo) throws(DecodingFailure) in
            let name = try SandboxAttempt.name(in: photo)
            guard let attempt = SandboxAttempt(rawValue: name) else {
                throw .unsupported(kind: .text)
            }
            throw .damaged(reason: try attempt.outcome())
        }
        return craft
    }
}
