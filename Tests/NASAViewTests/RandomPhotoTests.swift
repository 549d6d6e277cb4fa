import PhotoCatalog
import TestSupport
import Testing

@testable import nasa_view

/// Another photo at each start.
@Suite struct RandomPhotoTests {
    @Test(arguments: [("2026-11-26", 30), ("2028-02-29", 8), ("1997-06-16", 1), ("1990-01-01", 0)])
    func thisDayIsOfAnyPastYearThatHasIt(today: String, count: Int) throws {
        let today = try #require(CalendarDate(today))
        var numbers = SeededNumbers(seed: 1)
        var days: Set<String> = []
        for _ in 0..<2000 {
            let day = RandomYear.pictureOfTheDay(before: today, using: &numbers)
            if let day { days.insert(day.description) }
        }
        #expect(days.count == count)
        let end = today.description.dropFirst(4)
        #expect(days.allSatisfy { $0.hasSuffix(end) && ServiceDay($0, of: .apod) != nil })
    }

    @Test func theYearOfARandomPhotoIsOneOfTheLibrary() throws {
        let today = try #require(CalendarDate("2026-11-26"))
        var numbers = SeededNumbers(seed: 1)
        let years = Set(
            (0..<5000).map { _ in RandomYear.ofLibrary(before: today, using: &numbers) })
        #expect(years == Set(1958...2026))
    }
}

extension WholeProgram {
    /// The same in the program.
    @Suite struct RandomPhotos {
        @Test func aPhotoOfTheSearchIsViewedAtOnce() throws {
            let items = (1...9).map {
                LibraryItem(
                    id: "R-\($0)", title: "Random \($0)",
                    sizes: [("orig", TestPictures.gradient("640x480"))])
            }
            let library = try TestLibrary(items)
            let viewer = try Viewer([
                "--random", "--search", "random", "--year-start", "1900", "--bar", "on", "--api",
                library.address,
            ])
            try viewer.waitForFacts { $0.place?.hasSuffix("/9") == true }
            #expect(viewer.model.statusLine.contains("Random"))
            viewer.press("q")
            viewer.waitForText("of 9")
            try viewer.quit()
        }
    }
}
