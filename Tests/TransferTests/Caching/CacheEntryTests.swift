import Files
import Foundation
import PhotoCatalog
import TestSupport
import Testing

@testable import Transfer

struct CacheEntryTests {
    @Test("D4: no byte of an entry can change unnoticed") func noByteOfAnEntryCanChangeUnnoticed()
        async throws
    {
        let cachingClient = try await Self.cachingClient(body: #"{"a":"b"}"#)
        let file = try #require(try cachingClient.files().first)
        let whole = try Data(contentsOf: file)
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 1 << (place % 8)
            try damaged.write(to: file)
            let entry = await cachingClient.cache.entry(for: try cachingClient.client.address("/a"))
            #expect(entry == nil, "byte \(place)")
            #expect(!FileManager.default.fileExists(atPath: file.path), "byte \(place) stays")
        }
    }

    @Test(
        "D4: foreign entries are not served",
        arguments: [
            "cut", "longer", "zeros", "empty", "another version", "another address",
            "a lifetime below zero", "the longest lifetime", "a length below zero",
            "the longest length",
        ])
    func whatIsNoEntryOfOursIsNotServed(damage: String) async throws {
        let cachingClient = try await Self.cachingClient(body: #"{"a":"b"}"#)
        let file = try #require(try cachingClient.files().first)
        let whole = try Data(contentsOf: file)
        let changed =
            switch damage {
            case "cut": whole.dropLast()
            case "longer": whole + Data([10])
            case "zeros": Data(count: whole.count)
            case "empty": Data()
            case "another version": Self.resigned(whole) { $0[0] = "nasa-view cache 1" }
            case "a lifetime below zero": Self.resigned(whole) { $0[2] = "-1" }
            case "the longest lifetime": Self.resigned(whole) { $0[2] = "\(Int.max)" }
            case "a length below zero": Self.resigned(whole) { $0[5] = "-9 0" }
            case "the longest length": Self.resigned(whole) { $0[5] = "\(Int.max) 0" }
            default: Self.resigned(whole) { $0[1] += "x" }
            }
        try changed.write(to: file)
        let entry = await cachingClient.cache.entry(for: try cachingClient.client.address("/a"))
        #expect(entry == nil)
    }

    @Test func anUntouchedEntryIsServed() async throws {
        let cachingClient = try await Self.cachingClient(body: #"{"a":"b"}"#)
        let file = try #require(try cachingClient.files().first)
        try Self.resigned(try Data(contentsOf: file)) { _ in }.write(to: file)
        let entry = await cachingClient.cache.entry(for: try cachingClient.client.address("/a"))
        #expect(entry?.file.readAll() == Array(#"{"a":"b"}"#.utf8))
    }

    private static func cachingClient(body: String) async throws -> CachingClient {
        let server = try await ReplyServer(.init(body: body, headers: ["ETag": "\"v1\""]))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        await cachingClient.cache.settle()
        return cachingClient
    }

    /// Returns the entry with other lines in its record, and a correct checksum.
    private static func resigned(_ entry: Data, _ change: (inout [String]) -> Void) -> Data {
        let count = Int(String(decoding: entry.suffix(5).dropLast(), as: UTF8.self)) ?? 0
        let record = String(decoding: entry.suffix(count), as: UTF8.self)
        var lines = record.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines = Array(lines.prefix(6))
        change(&lines)
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return entry.dropLast(count) + Data(text + CacheRecord.seal(of: text))
    }
}
