/// Spells commands of kitty's graphics protocol: `ESC _ G keys ; payload ST`.
enum KittyCommand {
    static func append(_ keys: String, payload: ArraySlice<UInt8> = [], to output: inout [UInt8]) {
        begin(keys, to: &output)
        end(with: payload, to: &output)
    }

    /// What the terminal keeps to itself (q): each command of a long payload must say it.
    enum Quiet: Int {
        case success = 1
        case everything = 2
    }

    /// A payload that may be long, in as many commands as it needs; the first has begun.
    static func appendRest(
        chunking payload: [UInt8], hiding quiet: Quiet = .success, to output: inout [UInt8]
    ) {
        output.reserveCapacity(
            output.count + Base64.count(of: payload.count) * (chunkCharacters + 24)
                / chunkCharacters)
        for start in stride(from: 0, to: max(1, payload.count), by: chunkBytes) {
            let end = min(start + chunkBytes, payload.count)
            if start > 0 { begin("", to: &output) }
            let keys = "q=\(quiet.rawValue),m=\(end < payload.count ? 1 : 0)"
            output.append(contentsOf: (start > 0 ? keys : "," + keys).utf8)
            self.end(with: payload[start..<end], to: &output)
        }
    }

    /// The end of a command, with what it carries.
    static func end(with payload: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if !payload.isEmpty {
            output.append(UInt8(ascii: ";"))
            Base64.append(payload, to: &output)
        }
        output.append(contentsOf: [Ascii.escape, Ascii.backslash])
    }

    /// The beginning of a command, which more keys may follow.
    static func begin(_ keys: String, to output: inout [UInt8]) {
        output.append(contentsOf: introducer)
        output.append(contentsOf: keys.utf8)
    }

    /// The same commands, none of which is answered, not even with an error; questions (a=q) still are.
    static func silenced(_ commands: [UInt8]) -> [UInt8] {
        var output = commands
        var place = commands.startIndex
        while let start = commands[place...].firstIndex(of: Ascii.escape) {
            place = start + 1
            guard commands[start...].starts(with: introducer) else { continue }
            // The keys end where the payload or ST begins.
            let keys = commands[start...].dropFirst(introducer.count).prefix(longestKeys)
                .prefix { $0 != UInt8(ascii: ";") && $0 != Ascii.escape }
            for range in keys.ranges(of: Array("q=\(Quiet.success.rawValue)".utf8)) {
                output.replaceSubrange(range, with: "q=\(Quiet.everything.rawValue)".utf8)
            }
            place = keys.endIndex
        }
        return output
    }

    private static let introducer = [Ascii.escape, UInt8(ascii: "_"), UInt8(ascii: "G")]
    /// The longest keys of ours have 90 bytes.
    private static let longestKeys = 200

    // "No more than 4096 bytes" of base64 in one command, says the protocol; kitty 0.26 lost a chunk of
    // 90 kB without a word.
    private static let chunkCharacters = 4096
    private static let chunkBytes = chunkCharacters / 4 * 3
}
