/// Spells commands of kitty's graphics protocol: `ESC _ G keys ; payload ST`.
enum KittyCommand {
    static func append(_ keys: String, payload: ArraySlice<UInt8> = [], to output: inout [UInt8]) {
        output.append(contentsOf: [Ascii.escape, UInt8(ascii: "_"), UInt8(ascii: "G")])
        output.append(contentsOf: keys.utf8)
        if !payload.isEmpty {
            output.append(UInt8(ascii: ";"))
            Base64.append(payload, to: &output)
        }
        output.append(contentsOf: [Ascii.escape, Ascii.backslash])
    }

    /// What the terminal keeps to itself (q): each command of a long payload must say it.
    enum Quiet: Int {
        case success = 1
        case everything = 2
    }

    /// A payload that may be long, in as many commands as it needs.
    static func append(
        _ keys: String, chunking payload: [UInt8], hiding quiet: Quiet = .success,
        to output: inout [UInt8]
    ) {
        output.reserveCapacity(
            output.count + Base64.count(of: payload.count) * (chunkCharacters + 24)
                / chunkCharacters)
        var rest = payload[...]
        var keys = keys + ","
        repeat {
            let chunk = rest.prefix(chunkBytes)
            rest = rest.dropFirst(chunk.count)
            append(
                "\(keys)q=\(quiet.rawValue),m=\(rest.isEmpty ? 0 : 1)", payload: chunk, to: &output)
            keys = ""
        } while !rest.isEmpty
    }

    // "No more than 4096 bytes" of base64 in one command, says the protocol; kitty 0.26 lost a chunk of
    // 90 kB without a word.
    private static let chunkCharacters = 4096
    private static let chunkBytes = chunkCharacters / 4 * 3
}
