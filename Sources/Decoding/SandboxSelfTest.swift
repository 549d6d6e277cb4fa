internal import Files
internal import Imaging
internal import PhotoCodec
package import PhotoPipeline
package import Sandbox

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Has a process like those that decode photos try what such a process must not be able to do.
///
/// A kernel without filters of system calls lets it: that is to be said, not guessed from versions.
package enum SandboxSelfTest {
    /// Whose workers try instead of decoding.
    package static var craft: WorkerConfiguration {
        var craft = WorkerConfiguration.photos(within: DecodingOptions())
        craft.open = { (_) throws(DecodingFailure) in
            throw .damaged(reason: done.map(\.rawValue).joined(separator: " "))
        }
        return craft
    }

    /// What a worker of that craft could do.
    package static func outcome(by zygote: Zygote?) -> SandboxStatus {
        let errands = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        guard let zygote else { return .none }
        guard let file = OpenFile([0]) else { return .broken }
        do throws(DecodingFailure) {
            let photo = WorkerInput(file, errands: errands)
            guard let worker = try PhotoWorker.start(for: photo, by: zygote) else { return .none }
            _ = try worker.open()
        } catch .damaged(let words) {
            let deeds = words.split(separator: " ").compactMap {
                SandboxStatus.ForbiddenOperation(rawValue: String($0))
            }
            return deeds.isEmpty ? .holds : .open(deeds)
        } catch {}
        // No worker came, or none that could tell.
        return .broken
    }

    private static var done: [SandboxStatus.ForbiddenOperation] {
        SandboxStatus.ForbiddenOperation.allCases.filter(isDone)
    }

    private static func isDone(_ deed: SandboxStatus.ForbiddenOperation) -> Bool {
        switch deed {
        case .openFiles: isOpened(open("/", O_RDONLY))
        case .useNetwork: isOpened(socket(AF_INET, stream, 0))
        case .signalProcesses: kill(getppid(), 0) == 0
        }
    }

    private static func isOpened(_ descriptor: Int32) -> Bool {
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}
