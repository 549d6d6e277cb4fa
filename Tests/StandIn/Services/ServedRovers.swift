internal import PhotoCatalog

/// The raw feeds of two rovers on `mars.nasa.gov`: some sols have no pictures, some two pages.
struct ServedRovers: Sendable {
    let store: ServedPhotos

    static let perseveranceSol = 1650
    static let curiositySol = 4200
    private static let pageSize = 100

    /// Answers `rss/api`, in which numbers are text.
    func perseverance(_ target: RequestTarget) -> Answer {
        guard target["feed"] == "raw_images", target["category"]?.contains("mars2020") == true
        else { return .unknownPath }
        let sol = target["sol"].flatMap { Int($0) }
        let shown = pictures(page(target), of: sol, from: Self.perseveranceSol)
        var reply: [String: JSONValue] = [
            "total": .integer(887_593), "images": .list(shown.map(perseverance)),
        ]
        if let sol { reply["sol"] = .integer(sol) }
        return .json(.object(reply))
    }

    /// Answers `raw_image_items`, with its conditions `VALUE:FIELD:OPERATOR`.
    func curiosity(_ target: RequestTarget) -> Answer {
        guard target.path.elementsEqual(["api", "v1", "raw_image_items"]),
            target["condition_1"] == "msl:mission"
        else { return .unknownPath }
        let condition = target["condition_2"]?.split(separator: ":") ?? []
        let value = condition.first.flatMap { Int($0) }
        var shown: [(sol: Int, index: Int)]
        if condition.dropFirst().first == "id", let value {
            shown = [(value / 1000, value % 1000)].filter { $0.1 < Self.count(ofSol: $0.0) }
        } else {
            shown = pictures(page(target), of: value, from: Self.curiositySol)
        }
        return .json([
            "items": .list(shown.map(curiosity)), "more": .bool(shown.count == Self.pageSize),
            "total": 1_388_361, "page": .integer(page(target)), "per_page": 100,
        ])
    }

    private func page(_ target: RequestTarget) -> Int {
        min(max(0, target["page"].flatMap { Int($0) } ?? 0), 100_000)
    }

    /// Returns the pictures of a page: of one sol, or of all up to `last`.
    private func pictures(_ page: Int, of sol: Int?, from last: Int) -> [(sol: Int, index: Int)] {
        var left = page * Self.pageSize
        var shown: [(sol: Int, index: Int)] = []
        let sols = sol.map { $0 <= last && $0 >= 0 ? [$0] : [] } ?? (0...last).reversed()
        for sol in sols where shown.count < Self.pageSize {
            let count = Self.count(ofSol: sol)
            let indices = (0..<count).dropFirst(left).prefix(Self.pageSize - shown.count)
            left = max(0, left - count)
            shown += indices.map { (sol, $0) }
        }
        return shown
    }

    private static func count(ofSol sol: Int) -> Int { sol % 7 == 3 ? 0 : 20 + sol * 13 % 120 }

    private func perseverance(_ sol: Int, _ index: Int) -> JSONValue {
        let number = String(repeating: "0", count: max(0, 4 - String(sol).count)) + String(sol)
        let camera = index % 2 == 0 ? "NAVCAM_LEFT" : "MCZ_RIGHT"
        let name = "\(index % 2 == 0 ? "NLF" : "ZR0")_\(number)_\(668_192_307 + index)_846ECM"
        let folder = "/mars2020-raw-images/pub/ods/surface/sol/0\(number)/ids/edr/browse/"
        let (width, height) = store.size(of: name)
        let files = [
            "small": "_320.jpg", "medium": "_800.jpg", "large": "_1200.jpg", "full_res": ".png",
        ]
        return [
            "imageid": .text(name), "sol": .integer(sol), "site": 3, "drive": "110",
            "sample_type": .text(index % 3 == 2 ? "Thumbnail" : "Full"),
            "date_taken_utc": .text("2021-03-05T05:\(10 + index % 50):08.982"),
            "date_taken_mars": .text("Sol-0\(number)M16:41:15.133"), "credit": "NASA/JPL-Caltech",
            "caption": .text("A stand-in for a picture of the rover: \(store.title(sol + index))"),
            "link": .text("https://mars.nasa.gov/mars2020/multimedia/raw-images/\(name)"),
            "camera": ["instrument": .text(camera)],
            "extended": [
                "dimension": .text("(\(width),\(height))"), "mastAz": "255.64", "mastEl": "UNK",
            ],
            "image_files": .object(files.mapValues { .text(store.address(folder + name + $0)) }),
        ]
    }

    private func curiosity(_ sol: Int, _ index: Int) -> JSONValue {
        let id = sol * 1000 + index
        let name = "\(sol)ML00\(id)"
        let (width, height) = store.size(of: name)
        return [
            "id": .integer(id), "sol": .integer(sol), "instrument": "MAST_LEFT",
            "https_url": .text(store.address("/msl-raw-images/proj/msl/redops/\(name).jpg")),
            "date_taken": .text("2024-01-15T10:\(10 + index % 50):00Z"), "site": 95,
            "drive": .integer(1234), "title": .text("Sol \(sol): \(store.title(id))"),
            "description": "A stand-in for a view of the Martian surface",
            "image_credit": "NASA/JPL-Caltech/MSSS",
            "extended": [
                "subframe_rect": .text("(1,1,\(width),\(height))"),
                "sample_type": .text(["full", "subframe", "thumbnail"][index % 3]),
                "lmst": .text("Sol-0\(sol)M14:30:00.000"), "mast_az": "180.5",
                "filter_name": "FILTER_0",
            ],
        ]
    }
}
