internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file's pages, mapped to be read; unmapped when they go.
struct Pages: ~Copyable {
    private let bytes: UnsafeRawBufferPointer

    init?(of file: Descriptor, byteCount: Int) {
        let address = mmap(nil, byteCount, PROT_READ, MAP_SHARED, file.number, 0)
        guard let address, address != MAP_FAILED else { return nil }
        bytes = UnsafeRawBufferPointer(start: address, count: byteCount)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    borrowing func copy(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { target, copied in
            UnsafeMutableRawBufferPointer(target)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            copied = count
        }
    }
}
