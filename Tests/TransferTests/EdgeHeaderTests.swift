import Files
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

/// Numbers of headers at the limits of arithmetic, and files whose readers query them.
@Suite struct EdgeHeaderTests {
    private static let values: [(name: String, value: String)] = [
        ("Cache-Control", "max-age=300, public"), ("Age", "17"),
        ("Content-Range", "bytes 100-199/200"),
    ]

    @Test func noNumberOfAHeaderTraps() {
        for (name, value) in Self.values {
            let fields = NumberFields(text: value)
            for index in 0..<fields.count {
                var headers = Dictionary(
                    uniqueKeysWithValues: Self.values.map { ($0.name, $0.value) })
                headers[name] = String(decoding: fields[index], as: UTF8.self)
                for length in EdgeNumbers.integers { Self.use(headers, length) }
            }
        }
    }

    private static func use(_ headers: [String: String], _ length: Int) {
        for status in [200, 206, length] {
            let head = HTTPHead(status: status, expectedBytes: length) { headers[$0] }
            #expect((0...999).contains(head.status))
            #expect(head.expectedBytes ?? 0 >= 0)
            #expect(head.cacheControl.lifetimeSeconds ?? 0 >= 0)
            for received in EdgeNumbers.integers {
                _ = head.progress(receivedBytes: received, expectedBytes: length)
            }
            for purpose in [ResourceKind.reply, .preview, .photo] {
                #expect(FreshnessPolicy.lifetimeSeconds(of: head, for: purpose) >= 0)
            }
        }
    }

    /// A time beyond the range of numbers is a long time.
    @Test func aMaximumAgeBeyondAllNumbersIsLong() {
        let control = CacheControl("max-age=99999999999999999999", ageSeconds: .max)
        #expect(control.lifetimeSeconds == 0)
        #expect(
            CacheControl("max-age=99999999999999999999", ageSeconds: nil).lifetimeSeconds == 1 << 31
        )
        #expect(CacheControl("max-age=-1", ageSeconds: nil).lifetimeSeconds == nil)
    }

    @Test func noNumberOfARecordTraps() throws {
        let record = CacheRecord(
            address: "https://a.org/b.jpg", lifetimeSeconds: 300,
            validator: HTTPValidator(entityTag: "\"1\"", lastModified: nil), length: 1000,
            checksum: 0x1234)
        let text = String(decoding: record.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast(2).map { $0 + "\n" }.joined()
        let fields = NumberFields(text: text)
        var read = 0
        for index in 0..<fields.count {
            // With the correct checksum, which anyone can compute.
            let bytes = fields[index]
            if let found = CacheRecord.read(bytes + CacheRecord.seal(of: bytes)) {
                read += 1
                #expect((0...ResourceKind.photo.limitBytes).contains(found.record.length))
            }
        }
        #expect(read > 0)
    }

    /// Woken readers may query the file, which is unlocked at that time.
    @Test func readersAreWokenWithoutALock() throws {
        let sink = Mutex<BodyHandler?>(nil)
        let woken = Mutex(0)
        let report = DownloadReport(
            progress: { _ in },
            arriving: { file in
                for count in [4, 8, 100] {
                    file.arrival.notify(atBytes: count) {
                        _ = sink.withLock { $0 }?.failure()
                        woken.withLock { $0 += 1 }
                    }
                }
            })
        let file = IncomingFile(
            from: try LibrarySite.nasa.typedAddress("https://images-assets.nasa.gov/a.jpg"),
            for: .photo, cachedIn: nil, within: TransferLimits(), reporting: report)
        let handler = file.newSink()
        sink.withLock { $0 = handler }
        #expect(handler.begin(HTTPHead(status: 200, expectedBytes: 8) { _ in nil }))
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(bytes.withUnsafeBytes { handler.receive($0) })
        #expect(woken.withLock { $0 } == 1)
        #expect(bytes.withUnsafeBytes { handler.receive($0) })
        #expect(woken.withLock { $0 } == 2)
        // The next try: this one is over.
        _ = file.newSink()
        #expect(woken.withLock { $0 } == 3)
        sink.withLock { $0 = nil }
    }
}
