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
            the fence. Also: what a crash, a hang and too much memory come to.
            """)

    @Argument(help: "The attempts to make; all if none is named.")
    var attempts: [FenceAttempt] = []

    func run() throws {
        guard let zygote = PhotoDecoding.zygote else {
            throw ValidationError("there are no fenced-in processes on this system.")
        }
        for attempt in attempts.isEmpty ? FenceAttempt.allCases : attempts {
            let result = Self.result(of: attempt, by: zygote)
            StandardOutput.write("\(attempt.rawValue)\t\(result)\n")
        }
    }

    private static func result(of attempt: FenceAttempt, by zygote: Zygote) -> String {
        let errands = PhotoErrands(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        guard let photo = HandedPhoto(Array(attempt.rawValue.utf8), errands: errands) else {
            return "no memory to hand it over"
        }
        do throws(DecodingFailure) {
            let source = try RemotePhoto.open(photo, by: zygote)
            return source == nil ? "no worker" : "done"
        } catch .damaged(let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }
}

extension Fence: Program.Fenced {
    var craft: WorkerCraft? {
        var craft = WorkerCraft.photos(within: DecodingMeans())
        // Short ones: nobody wants to wait for what is known to hang.
        craft.limits.processorSeconds = 1
        craft.limits.silentSeconds = 2
        craft.limits.memoryBytes = 256 << 20
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
