/// How photos are laid out on a browser's page.
package enum LibraryArrangement: Hashable, Sendable {
    case list
    case grid(columns: Int)

    /// How the built-in collection is shown first.
    package static let demo = LibraryArrangement.grid(columns: 4)

    /// What + and - go through; fewer columns are larger pictures.
    private static let steps = [1, 2, 3, 4, 6, 8]

    /// The grid with larger or smaller pictures; a list becomes a grid.
    func stepped(larger: Bool) -> LibraryArrangement {
        guard case .grid(let columns) = self else { return .grid(columns: larger ? 2 : 4) }
        let other =
            larger
            ? Self.steps.last { $0 < columns } : Self.steps.first { $0 > columns }
        return .grid(columns: other ?? columns)
    }
}
