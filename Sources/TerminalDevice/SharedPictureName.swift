#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What a shared picture is called: `nasa-view-PID-RANDOM-tty-graphics-protocol`.
///
/// kitty asks for the end, where it is a file; the rest tells the pictures of killed programs from
/// everything else that lies there.
struct SharedPictureName {
    let text: String
    /// The process that made it.
    let maker: pid_t

    /// A new one of this process.
    init() { self.init(getpid(), UInt64.random(in: 0...(.max))) }

    /// A name that we give, to the last letter; nil for any other, which is somebody's file.
    init?(_ text: String) {
        let parts = text.split(separator: "-")
        guard parts.count > 3, let maker = pid_t(parts[2]), maker > 0,
            let random = UInt64(parts[3], radix: 36)
        else { return nil }
        self.init(maker, random)
        guard self.text == text else { return nil }
    }

    private init(_ maker: pid_t, _ random: UInt64) {
        let digits = String(random, radix: 36)
        // 13 digits hold any 64 bits.
        let zeros = String(repeating: "0", count: 13 - digits.count)
        text = "nasa-view-\(maker)-\(zeros)\(digits)-tty-graphics-protocol"
        self.maker = maker
    }
}
