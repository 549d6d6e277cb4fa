#if canImport(Glibc)
internal import CTurboJPEG
#endif

/// How the system's allocator treats tiles, and the frames that are put together from them.
package enum AllocatorTuning {
    /// Has blocks up to 16 MB stay in two heaps that all threads share, and be used again, from now on.
    ///
    /// By itself glibc has a heap for each thread, and tiles pile up in them: 500 pans over a gigapixel
    /// photo left 363 MB resident. Giving back each block from 256 kB at once was tried: 278 MB, but
    /// 3000 page faults a pan, half of all its time.
    package static func share() {
        #if canImport(Glibc)
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 16 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }

    /// Gives back what lies free between blocks that are in use: with each new photo the last one's.
    ///
    /// Up to 5 of the 7 MB that a visit of a thousand photos seemed to gain were that.
    package static func giveBack() {
        #if canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}
