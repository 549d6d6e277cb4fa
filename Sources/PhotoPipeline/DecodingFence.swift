/// What a decoder in a hostile photo's hands could do on this machine.
package enum DecodingFence: Hashable, Sendable {
    /// What it is to be kept from.
    package enum Deed: String, CaseIterable, Sendable {
        case openFiles, useNetwork, signalProcesses
    }

    case holds
    /// Photos are decoded in processes of their own, which can do that.
    case open([Deed])
    /// Photos are to be decoded so, but no such process could be started: they are not decoded at all.
    case broken
    /// The program decodes by itself: there are no such processes.
    case none
}
