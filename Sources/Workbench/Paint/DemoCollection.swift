/// The built-in collection of `nasa-view --demo`.
struct DemoCollection {
    let folder: String

    func paint(telling: Bool) async throws {}
}
