/// The ways that a picture's bytes reach a terminal, the quickest first.
package enum KittyMedium: CaseIterable, Hashable, Sendable {
    case sharedMemory
    case file
    /// Inside the escape sequences: the only way to another machine.
    case direct
}
