internal import Files
internal import Imaging
internal import PhotoCodec
package import PhotoPipeline
package import Sandbox

/// A test of the sandbox, in which a worker tries forbidden operations.
///
/// A kernel without system call filters allows these operations. A trial is more reliable than a
/// check of the kernel's version.
package enum SandboxSelfTest {
    /// A configuration whose workers try the forbidden operations instead of decoding.
    package static var configuration: WorkerConfiguration {
        var configuration = WorkerConfiguration.photos(within: DecodingOptions())
        configuration.open = { (_) throws(DecodingFailure) in
            throw .damaged(.library(done.map(\.rawValue).joined(separator: " ")))
        }
        return configuration
    }

    /// Returns the result of the test; `zygote` must have been started with `configuration`.
    package static func outcome(by zygote: Zygote?) -> SandboxStatus {
        let services = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        guard let zygote else { return .none }
        guard let file = OpenFile([0]) else { return .broken }
        do throws(DecodingFailure) {
            let photo = WorkerInput(file, services: services)
            guard let worker = try PhotoWorker.start(for: photo, by: zygote) else { return .none }
            _ = try worker.open()
        } catch .damaged(.library(let words)) {
            let operations = words.split(separator: " ").compactMap {
                SandboxStatus.ForbiddenOperation(rawValue: String($0))
            }
            return operations.isEmpty ? .holds : .open(operations)
        } catch {}
        // The worker did not start or could not report.
        return .broken
    }

    private static var done: [SandboxStatus.ForbiddenOperation] {
        SandboxStatus.ForbiddenOperation.allCases.filter(isDone)
    }

    private static func isDone(_ operation: SandboxStatus.ForbiddenOperation) -> Bool {
        switch operation {
        case .openFiles: ProcessRights.canOpenFiles
        case .useNetwork: ProcessRights.canUseNetwork
        case .signalProcesses: ProcessRights.canSignalProcesses
        }
    }
}
