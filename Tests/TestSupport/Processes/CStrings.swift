#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Strings as `execve` wants them: pointers, and a null at the end.
final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
