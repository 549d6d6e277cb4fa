internal import PhotoCatalog

/// `science.nasa.gov/wp-json/wp/v2/apod-basic`: a picture for most days up to 2 October 2026.
struct ServedAPOD: Sendable {
    let store: ServedPhotos

    static let newest = "2026-10-02"
    /// Pictures with this prefix are available only scaled, not as stored.
    static let scaledOnly = "scaled-"

    private static let first = CalendarDate("1995-06-16")?.dayNumber ?? 0
    private static let last = CalendarDate(newest)?.dayNumber ?? 0

    func answer(_ target: RequestTarget) -> Answer {
        guard target.path.prefix(4).elementsEqual(["wp-json", "wp", "v2", "apod-basic"]) else {
            return .unknownPath
        }
        switch target.path.count {
        case 4: return list(target)
        case 5: return entry(target.path[4])
        case 6 where target.path[5] == "html":
            return Self.day(target.path[4]).map {
                .bytes(Array(page($0).utf8), type: "text/html")
            } ?? Self.noEntry
        default: return .unknownPath
        }
    }

    private func list(_ target: RequestTarget) -> Answer {
        let size = min(25, target["per_page"].flatMap { Int($0) } ?? 10)
        let from = target["date_from"].flatMap { Self.day($0) } ?? Self.first
        let to = target["date_to"].flatMap { Self.day($0) } ?? Self.last
        let page = max(1, target["page"].flatMap { Int($0) } ?? 1)
        let days = (max(from, Self.first)...max(from, min(to, Self.last))).reversed()
            .filter { $0 <= min(to, Self.last) && Self.hasEntry($0) }
        let shown = days.dropFirst((page - 1) * size).prefix(size)
        guard page == 1 || !shown.isEmpty else {
            return .json(
                [
                    "code": "rest_post_invalid_page_number",
                    "message": "The page number requested is larger than the number of pages.",
                ], status: 400)
        }
        return .json(.list(shown.compactMap(json)))
    }

    private func entry(_ text: String) -> Answer {
        guard let day = Self.day(text), (Self.first...Self.last).contains(day),
            Self.hasEntry(day), let json = json(day)
        else { return Self.noEntry }
        return .json(json)
    }

    private static let noEntry = Answer.json(
        ["code": "no_apod", "message": "No APOD found for this date."], status: 404)

    /// Some days have no entry.
    private static func hasEntry(_ day: Int) -> Bool { day % 37 != 0 }

    /// Returns the number of the day in `261002`.
    private static func day(_ text: String) -> Int? {
        guard text.utf8.count == 6, let number = Int(text) else { return nil }
        let century = number / 10_000 < 95 ? "20" : "19"
        let parts = [text.prefix(2), text.dropFirst(2).prefix(2), text.suffix(2)]
        return CalendarDate(century + parts.joined(separator: "-"))?.dayNumber
    }

    private func json(_ day: Int) -> JSONValue? {
        guard let date = CalendarDate(dayNumber: day) else { return nil }
        let number = String(date.description.filter { $0 != "-" }.suffix(6))
        let page = "https://science.nasa.gov/image-article/apod-\(date)/"
        let credit =
            #"<b> Image Credit: </b> <a href="https://example.org/\#(number)">A. Stargazer</a> ; <b>Text:</b> R &amp; D"#
        var entry: [String: JSONValue] = [
            "date": .text(date.description), "post_id": .integer(1_000_000 + day),
            "title": .text(Self.encoded(store.title(day))), "permalink": .text(page),
            "media_type": .text(Self.isVideo(day) ? "video" : "image"),
            "explanation": .text(explanation(day)), "credit": .text(credit),
            "copyright": .text(credit), "url": .text(page), "hdurl": .text(picture(day, number)),
            "basic_html": .text(self.page(day)),
            "basic_html_url": .text(
                "https://science.nasa.gov/wp-json/wp/v2/apod-basic/\(number)/html"),
        ]
        // Some entries have no description.
        if day % 3 != 0 { entry["alt"] = .text("What is seen: \(Self.encoded(store.title(day)))") }
        return .object(entry)
    }

    /// Returns text with links, relative to the old site, and the line about the next day.
    private func explanation(_ day: Int) -> String {
        """
        <strong>Explanation: </strong>\(Self.encoded(store.words(day)))\r\n See the \
        <a href="ap950616.html">first picture</a> , and <a \
        href="https://en.wikipedia.org/wiki/Night_sky?a=1&amp;b=2" target="_blank">more</a> .<br />\
        <strong>Tomorrow's picture: </strong>open space
        """
    }

    private static func encoded(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "'", with: "&#039;")
    }

    private func picture(_ day: Int, _ number: String) -> String {
        let name = (day % 5 == 2 ? Self.scaledOnly : "sky-") + number + ".jpg"
        let (width, height) = store.size(of: name)
        return store.address(
            "/dynamicimage/assets/science/cds/apod/apod/\(name)"
                + "?w=\(width)&h=\(height)&fit=clip&crop=faces%2Cfocalpoint")
    }

    private static func isVideo(_ day: Int) -> Bool { day % 9 == 4 }

    /// Returns the page of the old site, with a file or an embedded page on days of videos.
    private func page(_ day: Int) -> String {
        let video =
            day % 2 == 0
            ? #"<video controls><source src="\#(store.address("/content/dam/apod/\(day).mp4"))"></video>"#
            : #"<iframe src="//www.youtube.com/embed/abc\#(day)?rel=0"></iframe>"#
        return "<!doctype html>\n<html><body><center>"
            + (Self.isVideo(day) ? video : "<IMG SRC=\"picture.jpg\">") + "</center></body></html>"
    }
}
