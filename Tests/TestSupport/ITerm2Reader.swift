import Foundation
package import Imaging

/// Reads one inline image of iTerm2, strictly.
package struct ITerm2Reader {
    package enum Failure: Error, Hashable {
        case noImage, arguments(String), size(Int), picture(PNGFileReader.Failure)
    }

    package let arguments: [String: String]
    package let raster: Raster

    package init(_ bytes: [UInt8]) throws(Failure) {
        let introducer = Array("\u{1B}]1337;File=".utf8)
        guard bytes.starts(with: introducer), bytes.last == 7,
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let file = Data(base64Encoded: Data(bytes[(colon + 1)..<(bytes.count - 1)]))
        else { throw .noImage }
        let text = String(decoding: bytes[introducer.count..<colon], as: UTF8.self)
        var arguments: [String: String] = [:]
        for pair in text.split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { throw .arguments(text) }
            arguments[String(sides[0])] = String(sides[1])
        }
        guard arguments["size"] == "\(file.count)" else { throw .size(file.count) }
        self.arguments = arguments
        do throws(PNGFileReader.Failure) {
            raster = try PNGFileReader.raster(Array(file))
        } catch {
            throw .picture(error)
        }
    }
}
