internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

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
        if let shortage = language.speaking({ SystemLimits.shortage() }) { fail(shortage) }
        let zygote = zygote(for: command)
        guard SystemLimits.canHaveThreads else {
            fail(language.speaking { ArgumentWording.noThreads })
        }
        Task { @MainActor in
            await PhotoDecoding.$zygote.withValue(zygote) {
                await language.speaking { await NASAViewCommand.run(command) }
            }
            NASAViewCommand.exit()
        }
        dispatchMain()
    }

    private static func fail(_ sentence: SafeText) -> Never {
        Complaint.print(sentence)
        exit(Complaint.failed)
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
