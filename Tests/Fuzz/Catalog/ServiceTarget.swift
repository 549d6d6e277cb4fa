import Dispatch
import Fuzzing
import Synchronization
import TestSupport

@testable import PhotoCatalog

/// A reply of a service other than NASA's library: the result has only that service's addresses and
/// photos.
///
/// The first byte selects the service, by a letter of its name.
enum ServiceTarget: FuzzTarget {
    static let name = "services"

    static func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let letters = Array("apcewlf".utf8)
        let services = [Service.apod, .mars2020, .msl, .epic, .commons, .picsum, .flickr]
        let index = letters.firstIndex(of: first) ?? Int(first) % services.count
        try visit(services[index], answering: Array(bytes.dropFirst()))
    }

    /// Lists the newest, follows the list once, and looks a photo up.
    private static func visit(_ service: Service, answering reply: [UInt8]) throws {
        let fetcher = RepeatedReply(reply, times: 4)
        let options = ServiceRouter.Options(flickrKey: "key") {
            CalendarDate(unixSeconds: 1_790_000_000)
        }
        let router = ServiceRouter(fetcher: fetcher, options)
        let listing = Listing.search(Query(newestOf: service))
        if let page = waited({ try? await router.page(.first(listing)) }) {
            try check(page, of: service)
            if case .next(let cursor) = page.continuation,
                let next = waited({ try? await router.page(.next(cursor, of: listing)) })
            {
                try check(next, of: service)
            }
        }
        for id in ids[service] ?? [] {
            fetcher.allowMore()
            if let photo = waited({ try? await router.photo(id: PhotoID(id)) }) {
                try expect(photo.id.text == id, "asked for \(id), and got \(photo.id)")
                try check(photo, of: service)
            }
        }
    }

    private static let ids: [Service: [String]] = [
        .apod: ["apod:2026-10-02"], .mars2020: ["mars2020:NLF_0014_0668192307"],
        .msl: ["msl:123456"], .epic: ["epic:20210530010437"], .commons: ["commons:File:A.jpg"],
        .picsum: ["picsum:1"], .flickr: ["flickr:51000000000"],
    ]

    private static func check(_ page: Page, of service: Service) throws {
        try expect(page.skipped >= 0 && page.unread >= 0, "a negative number")
        try expect(page.totalHits ?? 0 >= 0, "a negative total")
        if case .next(let cursor) = page.continuation { try check(cursor.address, of: service) }
        for photo in page.photos { try check(photo, of: service) }
    }

    private static func check(_ photo: Photo, of service: Service) throws {
        try expect(photo.id.service == service, "a photo of \(photo.id.service)")
        for link in photo.links {
            try check(link.address, of: service)
            let sides = link.declared.map { min($0.width, $0.height) }
            try expect(sides ?? 1 > 0, "no photo has that size")
        }
        try expect(photo.links.count <= 100, "\(photo.links.count) files")
        let page = photo.references.page ?? WebAddress(photo.id.pageAddress)
        try expect(page != nil, "no page: \(photo.id.pageAddress)")
        try expect(
            photo.references.links.count <= PhotoReferences.linkLimit, "too many links")
        try ReplyTarget.checkKeeping(photo)
    }

    /// Throws unless the address is on one of the service's hosts, in a spelling that libcurl
    /// parses equally.
    private static func check(_ address: PhotoAddress, of service: Service) throws {
        try AddressTarget.expectSpelt(address)
        let hosts = service.hosts.filter { $0.use != .pages }.map(\.name)
        try expect(hosts.contains(address.origin.host), "the host \(address.origin.host)")
        try expect(address.origin.port == 443, "the port \(address.origin.port)")
        try expect(address.origin.scheme == .https, "not https")
    }

    /// Returns the result of work that never suspends, because no reply must be awaited.
    private static func waited<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value?
    ) -> Value? {
        let (result, done) = (Outcome<Value>(), DispatchSemaphore(value: 0))
        Task.detached {
            let value = await work()
            result.value.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        return result.value.withLock { $0 }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
