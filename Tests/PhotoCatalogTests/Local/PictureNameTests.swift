import PhotoCatalog
import Testing

/// Names of files in a folder: their order, and which of them are listed.
@Suite struct PictureNameTests {
    /// The order of `LC_ALL=C ls -v` in GNU coreutils 9.1.
    private static let sorted = [
        "2.png", "2.9.tif", "2.10.png", "099.png", "99.png", "100.png", "A.jpg", "B.jpg",
        "IMG_2.jpg", "IMG_10.jpg", "a~.jpg", "a~1.jpg", "a.b.jpg", "a.jpg", "a.tar.gz", "a1.jpg",
        "a b.jpg", "a+1.jpg", "a-1.jpg", "a.9.jpg", "a.10.jpg", "a_1.jpg", "b.JPG", "img_3.jpg",
        "photo.jpg", "photo1.jpg", "photo1a.jpg", "photo-1.jpg", "photo-9.jpg", "photo-010.jpg",
        "photo-10.jpg", "v1.2.9.png", "v1.2.10.png", "z.jpg", "ä.jpg",
    ]

    @Test func theyAreSortedAsByLS() {
        let names = Self.sorted.map { PictureName($0) }
        #expect(names.reversed().sorted().map(\.text) == Self.sorted)
        #expect(names.sorted { $1.text < $0.text }.sorted().map(\.text) == Self.sorted)
    }

    @Test func eachPairIsOrderedOneWay() {
        let names = Self.sorted.map { PictureName($0) }
        for (place, one) in names.enumerated() {
            for (other, two) in names.enumerated() { #expect((one < two) == (place < other)) }
        }
    }

    @Test(arguments: [
        ("a.jpg", true), ("A.JPG", true), ("a.b.png", true), ("a.PnG", true), ("a..jpg", true),
        ("ä\u{1B}.jpg", true), ("a.tif", false),
        ("a.txt", false), ("a", false), ("jpg", false), ("a.jpg.part", false), ("a.", false),
        ("", false), (".", false), ("a.mp4", false), (".hidden.jpg", false), (".jpg", false),
    ])
    func aFolderListsPicturesByTheirEnding(name: String, isListed: Bool) {
        #expect(PictureName(name).isListed(endings: ["jpg", "png"]) == isListed)
    }

    @Test(arguments: [
        ("a.fits.gz", true), ("A.FITS.GZ", true), ("a.gz", false), ("a.tar.gz", false),
        ("fits.gz", false), (".fits.gz", false), ("a.fits", false),
    ])
    func anEndingMayHaveTwoParts(name: String, isListed: Bool) {
        #expect(PictureName(name).isListed(endings: ["fits.gz"]) == isListed)
    }

    @Test(arguments: [
        ("a.jpg\nb c.jpg\n", ["a.jpg", "b c.jpg"]), ("a.jpg", ["a.jpg"]), ("", []),
        ("\n\n a\n", [" a"]), ("a\nb.jpg\u{0}c.jpg\u{0}", ["a\nb.jpg", "c.jpg"]),
        ("\u{0}", []), ("a\r\n", ["a\r"]),
    ])
    func aListHasNamesOnLinesOrWithNULBetweenThem(text: String, names: [String]) {
        #expect(NameList.names(in: Array(text.utf8)) == names.map { Array($0.utf8) })
    }
}
