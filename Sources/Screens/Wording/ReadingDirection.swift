/// Where lines begin: pages are laid out from the left, and mirrored where lines begin on the right.
package enum ReadingDirection: Hashable, Sendable {
    case leftToRight, rightToLeft

    @TaskLocal package static var current = ReadingDirection.leftToRight
}
