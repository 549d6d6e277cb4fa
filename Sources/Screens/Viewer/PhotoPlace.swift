/// Which of several photos is shown.
struct PhotoPlace: Hashable, Sendable {
    let index: Int
    let count: Int
}
