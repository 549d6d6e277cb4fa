/// The ways that a picture's bytes reach a terminal, the quickest first.
package enum KittyMedium: CaseIterable, Hashable, Sendable {
    case sharedMemory
    case file
    /// Inside the escape sequences: the only way to another machine.
    case direct
}

extension KittyLimits {
    // kitty keeps 320 MB, then throws the oldest away; 200 MB leave room for other programs' pictures.
    private static let storeBytes = 200_000_000
    // kitty refuses more: EINVAL "Image too large".
    private static let side = 10_000

    package static func limits(over medium: KittyMedium) -> KittyLimits {
        switch medium {
        case .sharedMemory, .file:
            KittyLimits(storeBytes: storeBytes, side: side, pictureSamples: 16_000_000)
        case .direct:
            KittyLimits(storeBytes: storeBytes, side: side, pictureSamples: 2_000_000)
        }
    }
}
