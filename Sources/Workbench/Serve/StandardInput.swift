internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

enum StandardInput {
    /// Ends the program, successfully, once nobody holds the other end of standard input.
    static func exitWhenItEnds() {
        DispatchQueue.global().async {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(STDIN_FILENO, &bytes, bytes.count) > 0 {}
            exit(0)
        }
    }
}
