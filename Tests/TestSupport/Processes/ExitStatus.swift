/// How a program ended.
package enum ExitStatus: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)

    /// Reads the word that `waitpid` gives.
    init(waitStatus word: Int32) {
        // The low 7 bits name the signal, the next byte holds the code (wait(2), the W… macros).
        let signal = word & 0x7f
        self = signal == 0 ? .code((word >> 8) & 0xff) : .signal(signal)
    }
}
