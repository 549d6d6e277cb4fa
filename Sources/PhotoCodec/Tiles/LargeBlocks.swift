#if canImport(Glibc)
internal import CTurboJPEG
#endif

/// How the system's allocator treats tiles.
enum LargeBlocks {
    /// Has blocks from 256 kB given back to the system as soon as they are freed, from now on.
    ///
    /// By itself glibc keeps more and more of them, in a heap for each thread: 500 pans over a
    /// gigapixel photo left 363 MB resident, with this 278 MB (workbench bench --pan).
    static let areGivenBack: Bool = {
        #if canImport(Glibc)
        mallopt(M_MMAP_THRESHOLD, 256 << 10) == 1
        #else
        true
        #endif
    }()
}
