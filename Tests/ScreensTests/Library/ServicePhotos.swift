import PhotoCatalog

@testable import PhotoCatalog
@testable import Screens

/// Photos of imaginary services.
enum ServicePhotos {
    /// Returns a photo with the files of another in an imaginary library.
    static func photo(
        _ id: PhotoID, _ title: String, by author: String?, on day: String,
        about text: String? = nil
    ) -> Photo {
        Photo(
            id: id, mediaType: .image, texts: PhotoTexts(title: title, description: text),
            credits: Credits(photographer: author), dateCreated: CalendarDate(day),
            dateAsGiven: day, links: LibraryPages.photo("PIA1", title).links, refusal: nil)
    }

    /// Returns the picture of a day.
    static func apod(
        _ day: String, _ title: String, about text: String? = nil, by author: String? = "A. Painter"
    ) -> Photo {
        photo(PhotoID(.apod, day), title, by: author, on: day, about: text)
    }

    /// Returns pictures of the days up to one of October 2026, the newest first.
    static func october(from first: Int = 1, to last: Int) -> [Photo] {
        (first...last).reversed().map { day in
            apod("2026-10-\(day < 10 ? "0" : "")\(day)", "Day \(day)")
        }
    }

    /// Returns a raw picture of a sol.
    static func mars(_ name: String, sol: Int) -> Photo {
        var photo = photo(PhotoID(.mars2020, name), name, by: nil, on: "2025-05-01")
        photo.facts = [PhotoFact(group: "Mars", name: "Sol", value: String(sol))]
        return photo
    }

    /// Returns the Earth at a time of a day.
    static func epic(_ time: String, on day: String) -> Photo {
        photo(PhotoID(.epic, "\(day)-\(time)"), "Earth at \(time)", by: "NASA EPIC", on: day)
    }
}

extension LibraryStory {
    /// Delivers the picture of the day for the list on the screen.
    @discardableResult
    mutating func lead(_ photo: Photo) -> [Effect] {
        guard let list = screens.stack.library?.results?.id else { return [] }
        return receive(.pictureOfTheDay(photo, for: list))
    }
}
