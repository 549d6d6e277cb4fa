/// A host of a service.
package struct ServiceHost: Hashable, Sendable {
    package enum Use: Hashable, Sendable {
        /// The host of lists and details; each service has exactly one.
        case api
        case files
        /// The host of web pages for a browser; the program fetches nothing from this host.
        case pages
    }

    package let name: String
    package let use: Use
    /// The reason why the program may use this host.
    package let reason: String
}

extension Service {
    /// The hosts of the service.
    ///
    /// Addresses in replies and the targets of redirects are fetched only if they are on one of
    /// these hosts, other than the hosts of web pages.
    package var hosts: [ServiceHost] {
        switch self {
        case .nasa:
            [
                ServiceHost(name: "images-api.nasa.gov", use: .api, reason: "searches and albums"),
                ServiceHost(
                    name: "images-assets.nasa.gov", use: .files,
                    reason: "all files, and the lists of the library's own web site"),
                ServiceHost(name: "images.nasa.gov", use: .pages, reason: "a photo's page"),
            ]
        case .apod:
            [
                ServiceHost(
                    name: "science.nasa.gov", use: .api,
                    reason: "version 2 of the API, which moved here; also the articles"),
                ServiceHost(
                    name: "assets.science.nasa.gov", use: .files,
                    reason: "originals, smaller copies and videos"),
            ]
        case .mars2020, .msl:
            [
                ServiceHost(
                    name: "mars.nasa.gov", use: .api, reason: "the raw feeds and their pictures")
            ]
        case .epic:
            [
                ServiceHost(
                    name: "epic.gsfc.nasa.gov", use: .api, reason: "the lists and their pictures")
            ]
        case .commons:
            [
                ServiceHost(
                    name: "commons.wikimedia.org", use: .api, reason: "MediaWiki's API; the pages"),
                ServiceHost(name: "upload.wikimedia.org", use: .files, reason: "originals"),
                ServiceHost(
                    name: "thumb.wikimedia.org", use: .files,
                    reason: "smaller copies, which are moving here since August 2026"),
            ]
        case .picsum:
            [
                ServiceHost(name: "picsum.photos", use: .api, reason: "the list; any size by path"),
                ServiceHost(
                    name: "fastly.picsum.photos", use: .files,
                    reason: "each picture's address redirects here"),
                ServiceHost(name: "unsplash.com", use: .pages, reason: "where the photos are from"),
            ]
        case .flickr:
            [
                ServiceHost(name: "api.flickr.com", use: .api, reason: "the REST API"),
                ServiceHost(name: "live.staticflickr.com", use: .files, reason: "all pictures"),
                ServiceHost(name: "www.flickr.com", use: .pages, reason: "a photo's page"),
            ]
        }
    }

    /// Returns the address of a photo's web page from a reply; `nil` if the address has a port, or
    /// is not on one of the service's hosts.
    func page(_ text: String?) -> WebAddress? {
        guard let text, let parts = try? AddressParts(text), parts.port.isEmpty,
            hosts.contains(where: { $0.name == parts.host })
        else { return nil }
        return WebAddress(text)
    }
}
