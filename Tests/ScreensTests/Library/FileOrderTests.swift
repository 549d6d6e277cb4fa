import Localization
import PhotoPipeline
import SystemPackage
import TestSupport
import Testing

@testable import Screens

/// The order of the files in a list.
@Suite struct FileOrderTests {
    private static func files(_ names: String) -> [PhotoReference] {
        names.split(separator: " ").map { .file(path: "in/\($0).jpg") }
    }

    private static func names(_ photos: [PhotoReference]) -> String {
        photos.map { photo in
            guard case .file(let path) = photo else { return "?" }
            return path.stem ?? "?"
        }.joined(separator: " ")
    }

    /// Each file with its size and the second it was written in.
    private static let statuses: [PhotoReference: FileStatus] = {
        let facts: [(String, Int, Int64)] = [
            ("a", 30, 2), ("b", 10, 3), ("c", 30, 1), ("d", 20, 3),
        ]
        return Dictionary(
            uniqueKeysWithValues: facts.map { name, size, time in
                let version = FileVersion(
                    device: 1, inode: 1, byteCount: size, modifiedNanoseconds: time)
                let status = FileStatus(byteCount: size, modified: "", version: version)
                return (files(name)[0], status)
            })
    }()

    @Test(arguments: [
        (FileOrder.name, "a b c d e"), (.time, "b d a c e"), (.size, "a c d b e"),
    ])
    func equalOnesKeepTheOrderOfTheirNamesAndUnknownOnesAreLast(order: FileOrder, names: String) {
        let sorted = FileSorting(order).sorted(Self.files("a b c d e"), Self.statuses)
        #expect(Self.names(sorted) == names)
    }

    @Test func aRandomOrderHasEachFileOnceAndItsSeedRepeatsIt() {
        let files = (0..<500).map { PhotoReference.file(path: "in/\($0).jpg") }
        let one = FileSorting(.random, seed: 1).sorted(files, [:])
        #expect(one != files && Set(one) == Set(files))
        #expect(FileSorting(.random, seed: 1).sorted(files, [:]) == one)
        #expect(FileSorting(.random, seed: 2).sorted(files, [:]) != one)
    }

    @Test func aNewFileMovesNoOther() {
        let files = (0..<200).map { PhotoReference.file(path: "in/\($0).jpg") }
        let sorting = FileSorting(.random, seed: 9)
        let more = sorting.sorted(files + [.file(path: "in/new.jpg")], [:])
        #expect(more.filter { $0 != .file(path: "in/new.jpg") } == sorting.sorted(files, [:]))
    }

    @Test func aKeyListsTheFolderInTheNextOrder() {
        var story = LibraryStory(.files(NamedPhotos([.file(path: "in")])), .list)
        var found = FoundPhotos()
        found.photos = Self.files("a b c")
        for case .archive(.list(_, let list)) in story.asked {
            story.receive(.listed(found, for: list))
        }
        story.press("n")
        let effects = story.press("O")
        #expect(story.page.contains("Newest first"))
        for case .archive(.list(let named, let list)) in effects {
            #expect(named.sorting.order == .time)
            found.photos = Self.files("b c a")
            story.receive(.listed(found, for: list))
        }
        #expect(story.page.contains("1 of 3"), "b stays selected: \(story.page)")
    }

    @Test func theFolderOfTheOnlyNamedFileHasAnOrderToo() {
        var story = Story(["in/b.jpg"])
        story.screens.goThroughFolder(of: "in/b.jpg", .automaticGrid)
        _ = story.start()
        let next = FileSorting(.time)
        #expect(
            story.press("O").contains(.archive(.findNeighbours(of: "in/b.jpg", in: next))))
    }

    @Test func photosOfTheLibraryHaveNoOtherOrder() {
        var story = LibraryStory()
        story.press("O")
        #expect(story.page.contains("Only lists of files can be sorted."))
    }
}
