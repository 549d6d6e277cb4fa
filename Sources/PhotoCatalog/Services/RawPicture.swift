internal import Bounds

/// A rover's picture as described by the feed.
struct RawPicture: Sendable {
    let name: String
    let sol: String?
    let instrument: String?
    let sampleType: String?
    let taken: String?
    let title: String?
    let caption: String?
    let credit: String?
    let page: String?
    let size: DeclaredSize?
    /// The sizes and addresses of the files, from small to large.
    let files: [(AssetSize, String)]
    let facts: [(name: String, value: String?)]

    /// True unless the picture is a thumbnail or a section of a larger picture.
    var isWhole: Bool { !Self.parts.contains(sampleType?.lowercased() ?? "") }

    private static let parts: Set<String> = ["thumbnail", "subframe", "sub-frame"]
}

/// The reply of `rss/api`, in which most numbers are written as text and some are `UNK`.
struct PerseveranceEntity: Decodable, Sendable {
    let images: LenientList<Image>

    struct Image: Decodable, Sendable {
        let picture: RawPicture

        init(from decoder: any Decoder) throws {
            let image = try LenientObject(from: decoder)
            let files = image.members("image_files")
            let extended = image.members("extended")
            picture = RawPicture(
                name: try image.required("imageid"), sol: image["sol"],
                instrument: image.members("camera")["instrument"],
                sampleType: image["sample_type"], taken: image["date_taken_utc"],
                title: image["title"], caption: image["caption"], credit: image["credit"],
                page: image["link"], size: DeclaredSize(numbers: extended["dimension"], from: 0),
                files: Self.sizes.compactMap { name, size in files[name].map { (size, $0) } },
                facts: [
                    ("Site", image["site"]), ("Drive", image["drive"]),
                    ("MarsTime", image["date_taken_mars"]), ("MastAzimuth", extended["mastAz"]),
                    ("MastElevation", extended["mastEl"]),
                ])
        }

        private static let sizes: [(String, AssetSize)] = [
            ("small", .thumb), ("medium", .medium), ("large", .large), ("full_res", .original),
        ]
    }
}

/// The reply of `raw_image_items`.
struct CuriosityEntity: Decodable, Sendable {
    let items: LenientList<Item>

    struct Item: Decodable, Sendable {
        let picture: RawPicture

        init(from decoder: any Decoder) throws {
            let item = try LenientObject(from: decoder)
            let extended = item.members("extended")
            picture = RawPicture(
                name: try item.required("id"), sol: item["sol"], instrument: item["instrument"],
                sampleType: extended["sample_type"], taken: item["date_taken"],
                title: item["title"], caption: item["description"], credit: item["image_credit"],
                page: nil, size: DeclaredSize(numbers: extended["subframe_rect"], from: 2),
                files: item["https_url"].map { [(.original, $0)] } ?? [],
                facts: [
                    ("Site", item["site"]), ("Drive", item["drive"]),
                    ("MarsTime", extended["lmst"]),
                    ("MastAzimuth", extended["mast_az"]),
                    ("MastElevation", extended["mast_el"]), ("Filter", extended["filter_name"]),
                ])
        }
    }
}

extension DeclaredSize {
    /// Reads the last two numbers of a list; `nil` unless `first` numbers precede these.
    ///
    /// A list has a form such as `(1648,1200)` or `(1,1,1648,1200)`.
    fileprivate init?(numbers text: String?, from first: Int) {
        let sides = ReplyLimits.Side.range
        let numbers = text?.split { "(), ".contains($0) }.map { sides.number(in: $0) } ?? []
        guard numbers.count == first + 2 else { return nil }
        self.init(width: numbers[first], height: numbers[first + 1])
    }
}

/// An object whose members are read as text, including numbers; only required members must exist.
struct LenientObject: Decodable {
    private let container: KeyedDecodingContainer<AnyKey>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: AnyKey.self)
    }

    private init(_ container: KeyedDecodingContainer<AnyKey>) { self.container = container }

    subscript(name: String) -> String? {
        let key = AnyKey(stringValue: name)
        if let text = container.text(at: key) { return text }
        return container.lenient(Double.self, at: key).map { "\($0)" }  // Bounded: a text.
    }

    /// Returns a member as an integer; `nil` if the member is not an integer or is out of range.
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        self[name].flatMap { range.number(in: $0) }
    }

    /// Returns the members of a nested object, or no members if the object is missing.
    func members(_ name: String) -> Members {
        let nested = try? container.nestedContainer(
            keyedBy: AnyKey.self, forKey: AnyKey(stringValue: name))
        return Members(object: nested.map { LenientObject($0) })
    }

    func required(_ name: String) throws -> String {
        guard let text = self[name] else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "no \(name)"))
        }
        return text
    }

    /// The members of an object, all of which may be missing.
    struct Members {
        fileprivate let object: LenientObject?

        subscript(name: String) -> String? { object?[name] }
    }
}

extension Photo {
    init(_ picture: RawPicture, of service: Service, site: LibrarySite) {
        var addresses = AddressReader(site: site, service: service)
        let files = picture.files.compactMap { size, text in
            addresses.read(text).map { address in
                let ending = FileName.parts(address.fileName).ending[...]
                return PhotoLink(
                    role: size == .original ? .canonical : .alternate, address: address,
                    declared: size == .original ? picture.size : nil,
                    kind: AssetKind(size, AssetFormat(extension: ending)))
            }
        }
        let preview = files.first.map {
            PhotoLink(
                role: .preview, address: $0.address, declared: $0.declared, kind: $0.kind)
        }
        self.init(
            id: PhotoID(service, picture.name), mediaType: .image,
            links: [preview].compactMap(\.self) + files, refusal: addresses.refusal)
        let sol = picture.sol.map { "Sol \($0)" }
        let given = picture.title.flatMap { HTMLText($0).words }
        texts.title = given ?? [sol, picture.instrument].compactMap(\.self).joined(separator: " ")
        texts.description = picture.caption.flatMap { HTMLText($0).words }
        texts.keywords = PhotoTexts.separated([sol, picture.instrument].compactMap(\.self))
        credits.photographer = picture.credit.flatMap { HTMLText($0).words }
        dateCreated = picture.taken.flatMap { CalendarDate($0) }
        dateAsGiven = picture.taken
        references.page = service.page(picture.page)
        facts = ([("Sol", picture.sol), ("Camera", picture.instrument)] + picture.facts).compactMap
        {
            name, value in
            guard let value, value != "UNK" else { return nil }
            return PhotoFact(group: "Mars", name: name, value: value)
        }
    }
}
