internal import Imaging
package import PhotoCatalog
package import PhotoPipeline
internal import SystemPackage
package import TerminalProtocols

/// The texts for a photo.
extension Strings {
    package func title(of photo: Photo) -> SafeText {
        if let title = photo.title {
            return SafeText(PhotoText.words(title, scalars: SafeText.lineScalars))
        }
        return photo.id.text.isEmpty ? status.standardInput : .line(photo.id.text)
    }

    /// Returns the symbol and the word for a video or a sound recording, such as `► Video`; empty
    /// for a photo.
    package func mark(of photo: Photo) -> SafeText {
        Self.joined([Self.sign(of: photo.medium), library.media(photo.medium)], by: " ")
    }

    /// Returns the title, preceded by a symbol for a video or a sound recording.
    package func titleWithMedium(of photo: Photo) -> SafeText {
        Self.joined([Self.sign(of: photo.medium), title(of: photo)], by: " ")
    }

    /// Returns the label of the photo's service; empty for NASA's library.
    package func source(of photo: Photo) -> SafeText { SafeText(photo.id.service.mark) }

    /// Returns a service and the day of the photo, such as `APOD 2026-10-02`; empty for NASA's
    /// library and for photos of no service, such as files.
    package func day(of photo: PhotoReference, _ caption: PhotoCaption) -> SafeText {
        switch photo {
        case .library(let id) where id.service != .nasa:
            Self.joined([SafeText(id.service.mark), .line(caption.date)], by: " ")
        default: ""
        }
    }

    /// Returns a symbol of one column; empty for a photo.
    ///
    /// Every terminal font contains the symbols, because they existed on the first PCs.
    private static func sign(of type: MediaType) -> SafeText {
        switch type {
        case .video: "►"
        case .audio: "♫"
        case .image, .other, .unstated: ""
        }
    }

    /// Returns the title; if there is none, the name under which the photo was opened.
    package func title(of opened: OpenedPhoto, _ photo: PhotoReference) -> SafeText {
        opened.caption.title.map { .line($0) } ?? name(of: photo)
    }

    package func name(of photo: PhotoReference) -> SafeText {
        switch photo {
        case .file(let path): .line(path.string)
        case .address(let address): .line(address)
        case .standardInput: status.standardInput
        case .world(.earth): status.earth
        case .world(.mars): status.mars
        case .world(.moon): status.moon
        case .library(let id), .still(let id, _): .line(id.text)
        }
    }

    /// Returns the credit and the date.
    package func subtitle(of photo: Photo) -> SafeText {
        Self.joined([.line(photo.creditLine ?? ""), date(of: photo)], by: " — ")
    }

    /// Returns the credit and the date in at most `columns`, or only the date if both do not fit.
    package func subtitle(of photo: Photo, columns: Int) -> SafeText {
        let whole = subtitle(of: photo)
        let date = date(of: photo)
        return whole.width <= columns || date.isEmpty
            ? whole.truncated(to: columns) : date.truncated(to: columns)
    }

    package func date(of photo: Photo) -> SafeText {
        if let date = photo.dateCreated { return SafeText(local.day(date)) }
        return .line(photo.dateAsGiven ?? "")
    }

    package func date(of caption: PhotoCaption) -> SafeText {
        .line(CalendarDate(caption.date).map { local.day($0) } ?? caption.date)
    }

    /// Returns the facts on the photo's page, with the addresses of related web pages; some values
    /// may be empty.
    package func credits(
        of photo: Photo
    ) -> [(name: SafeText, value: SafeText, address: String?)] {
        let search = { (words: String?) in words.flatMap { photo.searchAddress(for: $0) } }
        let credits = photo.credits
        let facts: [(String, String?, String?)] = [
            (detail.photographer, credits.photographer, search(credits.photographer)),
            (detail.secondaryCreator, credits.secondaryCreator, search(credits.secondaryCreator)),
            (detail.center, credits.center, search(credits.center)),
            (detail.location, photo.texts.location, nil),
            (detail.alternative, PhotoText.alternative(of: photo), nil),
            (detail.licence, photo.licence?.name, photo.licence?.page?.text),
            (detail.source, photo.id.service == .nasa ? nil : photo.id.service.title, nil),
            (detail.id, photo.id.text, photo.pageAddress),
        ]
        return facts.map { name, text, address in
            (SafeText(name), SafeText(text.map { PhotoText.words($0) } ?? ""), address)
        }
    }

    /// Returns a row of the table of sizes: name, pixels, bytes and format; unknown values are
    /// empty.
    package func size(of asset: PhotoAsset) -> [SafeText] {
        let declared = asset.declared
        return [
            detail.size(asset.size),
            SafeText(declared.map { "\($0.width)×\($0.height)" } ?? ""),
            SafeText(declared?.approximateBytes.map { local.size($0) } ?? ""),
            SafeText(asset.format.fileExtension.uppercased()),
        ]
    }

    /// Returns the exposure and the camera on one line: `f/8, 1/250 s, 400 mm, ISO 200, Nikon D5`.
    package func summary(of camera: CameraData) -> SafeText {
        let parts = [
            camera.aperture.map { "f/" + local.short($0) },
            camera.exposureSeconds.map { local.seconds($0) },
            camera.focalLength.map { local.short($0) + " mm" },
            camera.iso.map { "ISO \($0)" }, camera.camera,
        ]
        return SafeText(parts.compactMap(\.self).joined(separator: ", "))
    }

    /// Returns the camera data that is not in the summary; some values may be empty.
    package func fields(of camera: CameraData) -> [(name: SafeText, value: SafeText)] {
        let words = detail.camera
        let taken = [camera.day.map { local.day($0) }, camera.time].compactMap(\.self)
        return [
            (words.lens, SafeText(camera.lens ?? "")),
            (
                words.filmFocalLength,
                SafeText(camera.filmFocalLength.map { local.short($0) + " mm" } ?? "")
            ),
            (words.taken, SafeText(taken.joined(separator: ", "))),
            (words.compensation, SafeText(camera.compensation.map { "\($0) EV" } ?? "")),
            (words.flash, camera.hasFired ? words.fired : ""),
            (words.software, SafeText(camera.software ?? "")),
        ]
    }

    /// Returns the facts about a file without the camera data; some values may be empty.
    package func fields(of file: FileData, name: SafeText) -> [(name: SafeText, value: SafeText)] {
        let words = detail.file
        let bits = file.bits.map { bits in file.components.map { "\($0) × \(bits)" } ?? "\(bits)" }
        return [
            (words.name, name),
            (words.dimensions, dimensions(of: file)),
            (words.byteCount, SafeText(file.byteCount.map { local.size($0) } ?? "")),
            (words.format, SafeText(file.format ?? "")),
            (words.bits, SafeText(bits ?? "")),
            (words.profile, SafeText(file.profile ?? "")),
            (words.orientation, orientation(of: file)),
            (words.position, SafeText(file.position ?? "")),
            (words.modified, moment(file.day, file.time)),
        ]
    }

    /// Returns `4000×3000 (12.0 MP)`, without the megapixels if they are fewer than 0.1; empty if a
    /// side is unknown.
    private func dimensions(of file: FileData) -> SafeText {
        guard let width = file.width, let height = file.height else { return "" }
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        let tenths = isTooMany ? 0 : pixels / 100_000
        let megapixels = tenths > 0 ? " (\(local.decimal(tenths: tenths)) MP)" : ""
        return SafeText("\(width)×\(height)" + megapixels)
    }

    private func orientation(of file: FileData) -> SafeText {
        let degrees = file.turnedDegrees.map { SafeText("\($0)° ↻") } ?? ""
        let all = Self.joined([degrees, file.isMirrored ? detail.file.mirrored : ""], by: ", ")
        return all.isEmpty && file.isOriented ? "0°" : all
    }

    private func moment(_ day: CalendarDate?, _ time: String?) -> SafeText {
        SafeText([day.map { local.day($0) }, time].compactMap(\.self).joined(separator: ", "))
    }

    /// Returns the size of a file and the time of its last change: `272 kB  ·  25 Nov 2026, 10:33`.
    package func facts(of byteCount: Int, modified: String) -> SafeText {
        let day = CalendarDate(modified)
        let time = day == nil ? nil : ClockTime.text(in: modified)
        return Self.joined([SafeText(local.size(byteCount)), moment(day, time)], by: "  ·  ")
    }

    /// Returns a time in a video: `02:05`, or `1:02:05` if `hasHours` is true.
    package func time(_ seconds: Int, hasHours: Bool) -> SafeText {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, hours) = (seconds / 60, seconds / 3600)
        return hasHours
            ? SafeText("\(hours):\(two(minutes % 60)):\(two(seconds % 60))")
            : SafeText("\(two(minutes)):\(two(seconds % 60))")
    }

    private static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
    }
}

/// The texts about a photo for scripts, screen readers and braille displays.
///
/// The texts are complete lines without columns or rules; the most important line is first.
extension Strings {
    /// Returns a photo as one line: ID, date, credit and title, separated by tabs.
    package func line(_ photo: Photo) -> SafeText {
        let parts = [
            SafeText(photo.id.text), SafeText(photo.dateCreated?.description ?? ""),
            SafeText(photo.creditLine ?? ""), title(of: photo),
        ]
        return SafeText.tabbed(parts)
    }

    package func line(_ fact: PhotoFact) -> SafeText {
        SafeText("\(fact.group) \(fact.name): \(fact.value)")
    }

    /// Returns all facts about a photo, one fact per line, and then the description.
    package func lines(_ photo: Photo, _ assets: PhotoAssets) -> [SafeText] {
        let names = results.facts
        let facts: [(String, String?)] = [
            (names.id, photo.id.text), (names.title, photo.title),
            (names.credit, photo.creditLine), (names.date, photo.dateAsGiven),
            (names.center, photo.credits.center), (names.location, photo.texts.location),
            (names.keywords, listed(photo.texts.keywords)), (names.albums, listed(photo.albums)),
            (names.page, photo.pageAddress), (names.licence, photo.licence?.name),
            (names.video, photo.references.video?.text),
        ]
        let named = facts.compactMap { name, value in value.map { fact(name, $0) } }
        let sizes = assets.all.map { asset in
            let pixels = asset.declared.map { "\($0.width)x\($0.height) " } ?? ""
            return fact(asset.size.rawValue, pixels + asset.location)
        }
        return named + sizes + PhotoText.paragraphs(of: photo).map { SafeText($0) }
    }

    private func fact(_ name: String, _ value: String) -> SafeText {
        SafeText("\(name): \(PhotoText.words(value))")
    }

    private func listed(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// Returns the title; then credit, date, medium, licence and ID; then the description.
    package func spoken(_ photo: Photo) -> [SafeText] {
        let parts = [
            subtitle(of: photo), photo.references.video == nil ? "" : library.media(.video),
            .line(photo.licence?.name ?? ""),
            SafeText(photo.id.text),
        ]
        return [title(of: photo), Self.joined(parts, by: ", ")]
            + PhotoText.spoken(photo).map { SafeText($0) }
    }

    /// Returns the lines about a photo of which only the file is known.
    package func spoken(_ opened: OpenedPhoto, of photo: PhotoReference) -> [SafeText] {
        let caption = opened.caption
        let size = commands.pixels(
            local.number(opened.size.width), local.number(opened.size.height))
        return [
            title(of: opened, photo),
            Self.joined([.line(caption.credit), .line(caption.date), SafeText(size)], by: ", "),
        ]
    }

    /// Returns the sentence that the list omits further photos.
    package func more(_ count: Int, of total: Int) -> SafeText {
        commands.more(local.number(count), local.number(total))
    }

    /// Returns the sentence with the number of unread results of a search by day.
    package func unread(_ count: Int) -> SafeText { library.unread(local.number(count)) }
}

extension Service {
    /// The service's short label, which is shown with photos in mixed lists; empty for NASA's
    /// library.
    package var mark: String {
        switch self {
        case .nasa: ""
        case .apod: "APOD"
        default: title
        }
    }
}

extension Photo {
    /// The type of the item; for a still of a video, such as some pictures of the day, the type is
    /// video.
    package var medium: MediaType { references.video == nil ? mediaType : .video }
}

/// The library's texts about a photo.
package enum PhotoText {
    /// The maximum length of a description in a list, in Unicode scalars.
    private static let listScalars = 400
    /// The maximum length of a description beside a picture, in Unicode scalars.
    private static let pageScalars = 8000

    /// Returns the beginning of the description; empty if the description only repeats the title.
    ///
    /// - Parameters:
    ///   - photo: the photo described.
    ///   - prefersAlternative: true to use NASA's description for users who cannot see the photo,
    ///     if there is one.
    /// - Returns: a text of at most 400 scalars, followed by an ellipsis if it is truncated.
    package static func summary(
        of photo: Photo, preferringAlternative prefersAlternative: Bool = false
    ) -> SafeText {
        let text = prefersAlternative ? alternative(of: photo) : nil
        return SafeText(words(text ?? description(photo), scalars: listScalars))
    }

    /// Returns the description as one paragraph, truncated to 8,000 scalars.
    package static func description(of photo: Photo) -> SafeText {
        SafeText(words(description(photo), scalars: pageScalars))
    }

    package static func paragraphs(of photo: Photo) -> [String] { lines(words(description(photo))) }

    /// Returns the paragraphs of the description for users who cannot see the photo, or else of the
    /// usual description.
    static func spoken(_ photo: Photo) -> [String] {
        let text = words(photo.texts.altText ?? "")
        return isDescription(text, of: photo) ? lines(text) : paragraphs(of: photo)
    }

    /// Returns the description for users who cannot see the photo; `nil` if there is no such
    /// description, or if it equals the usual one.
    static func alternative(of photo: Photo) -> String? {
        guard let text = photo.texts.altText, isDescription(text, of: photo),
            text != photo.texts.description
        else { return nil }
        return text
    }

    /// Returns true if a text describes the photo.
    ///
    /// In many entries, the text is only the title or the name of a camera's file.
    private static func isDescription(_ text: String, of photo: Photo) -> Bool {
        text.contains(" ") && text != photo.title
    }

    private static func description(_ photo: Photo) -> String {
        let description = photo.texts.description ?? ""
        return description == photo.title ? "" : description
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0) }
    }

    /// Returns the library's text without HTML, truncated to `limit` scalars.
    ///
    /// A text can be megabytes long.
    package static func words(_ text: String, scalars limit: Int = SafeText.limitScalars) -> String
    {
        let scalars = text.unicodeScalars
        var beginning = scalars.prefix(limit)
        let isWhole = beginning.endIndex == scalars.endIndex
        // The stripper does not recognise a truncated tag.
        if !isWhole, let tag = beginning.lastIndex(of: "<"), !beginning[tag...].contains(">") {
            beginning = beginning[..<tag]
        }
        return HTMLStripper.cleaned(String(beginning)) + (isWhole ? "" : "…")
    }
}
