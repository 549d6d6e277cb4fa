/// A string that a program sends to a terminal: what stands between its introducer and ST.
package struct OutputString: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case device = 0x50  // DCS, ESC P
        case system = 0x5d  // OSC, ESC ]
        case application = 0x5f  // APC, ESC _
        case privacy = 0x5e  // PM, ESC ^
        case start = 0x58  // SOS, ESC X
    }

    package let kind: Kind
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
