package enum Fineness: Hashable, Sendable { case moving, atRest }
