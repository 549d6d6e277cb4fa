/// What becomes of a letter.
enum Delivery {
    case sent
    /// The other end has not read those before it.
    case noRoom
    case nobodyThere
    /// The system lacks the memory for it, or holds too many descriptors that are on their way.
    case failed
}
