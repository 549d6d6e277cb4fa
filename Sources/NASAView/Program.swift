internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import Sandbox
internal import Screens
internal import TerminalDevice

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Where the program begins: with one thread.
///
/// Not with an asynchronous `main`, which has more of them from the start: the process that workers are
/// forked from must be a copy of one that has not.
@main
enum Program {
    static func main() {
        let language = NASAViewCommand.language
        // Handed over to the one task there is, and not looked at again.
        nonisolated(unsafe) let command = language.speaking { NASAViewCommand.typed() }
        let zygote = zygote(for: command)
        guard canHaveThreads else {
            language.speaking { Complaint.print(ArgumentWording.noThreads) }
            exit(Complaint.failed)
        }
        Task { @MainActor in
            await PhotoDecoding.$zygote.withValue(zygote) {
                await language.speaking { await NASAViewCommand.run(command) }
            }
            NASAViewCommand.exit()
        }
        dispatchMain()
    }

    /// Whether the system gives this process a second thread.
    ///
    /// Without one libdispatch tries again once a second, for ever, and nothing would be done or said.
    private static var canHaveThreads: Bool {
        #if canImport(Glibc)
        var thread = pthread_t()
        let isMade = pthread_create(&thread, nil, { _ in nil }, nil) == 0
        if isMade { pthread_join(thread, nil) }
        #else
        var thread: pthread_t?
        let isMade = pthread_create(&thread, nil, { _ in nil }, nil) == 0
        if let thread { pthread_join(thread, nil) }
        #endif
        return isMade
    }

    /// Only who looks at photos has a session that a crash could take with it; `doctor` tries the fence.
    private static func zygote(for command: any ParsableCommand) -> Zygote? {
        if command is DoctorCommand { return Zygote.start(FenceTrial.craft) }
        guard let view = command as? ViewCommand, !view.options.print, TTY.isOutput else {
            return nil
        }
        return Zygote.start(.photos(within: view.options.viewingMeans))
    }
}
