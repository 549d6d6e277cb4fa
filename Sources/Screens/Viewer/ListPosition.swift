/// Which of several photos is shown.
struct ListPosition: Hashable, Sendable {
    let index: Int
    let count: Int
}
