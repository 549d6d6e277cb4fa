/// Where photos are decoded in processes that are fenced in.
///
/// Not a part of a suite: whether that is enabled must be known before its macros are expanded.
enum FencedProcesses {
    #if os(Linux)
    static let areThere = true
    #else
    static let areThere = false
    #endif
}
