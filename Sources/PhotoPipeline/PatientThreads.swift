internal import Dispatch

/// Threads for what may wait for a decoder: one for each that waits.
///
/// Those that all tasks share are as many as there are cores: as many photos whose decoders hang would
/// stop everything, the network's answers and keys too, until these are given up.
final class PatientThreads: TaskExecutor {
    static let shared = PatientThreads()

    private init() {}

    /// The system has a thread for each queue, and keeps those that are done for the next ones.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue(label: "decoding").async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
