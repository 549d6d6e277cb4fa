/// Which list of photos an answer is for: a new one for each, so that late answers find no other.
package struct ResultsID: Hashable, Sendable {
    /// The screen that shows it.
    package let screen: Int
    /// Which of its lists.
    package let generation: Int

    package init(screen: Int, generation: Int) {
        self.screen = screen
        self.generation = generation
    }
}
