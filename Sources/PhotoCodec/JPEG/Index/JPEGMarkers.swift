#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Finds markers among entropy-coded bytes.
enum JPEGMarkers {
    /// The next marker that is no stuffing, and where it ends.
    static func next(
        _ base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> (marker: Int, end: Int)? {
        var offset = start
        while offset < end, let found = memchr(base + offset, 0xFF, end - offset) {
            offset = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            while offset < end, base[offset] == 0xFF { offset += 1 }
            guard offset < end else { return nil }
            let marker = Int(base[offset])
            offset += 1
            if marker != 0 { return (marker, offset) }
        }
        return nil
    }
}
