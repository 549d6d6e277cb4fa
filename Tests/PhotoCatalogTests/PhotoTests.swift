import PhotoCatalog
import TestSupport
import Testing

struct PhotoTests {
    @Test(arguments: [
        (#""photographer":"A","secondary_creator":"B","center":"C""#, "A"),
        (#""photographer":"","secondary_creator":"B","center":"C""#, "B"),
        (#""center":"C""#, "C"),
        (#""photographer":null,"title":"T""#, nil),
    ])
    func theCreditLineNamesTheNearest(fields: String, line: String?) async throws {
        #expect(try await Replies.photo(#""nasa_id":"X",\#(fields)"#).creditLine == line)
    }

    @Test(arguments: [
        ("1969-07-20T00:00:00Z", "1969-07-20"), ("2020:11:12", "2020-11-12"),
        ("2019-06", "2019-06"), ("2019", "2019"), ("1969-03-09T00:00:00-08:00", "1969-03-09"),
        ("2019-13-01", "2019"), ("2019-02-99", "2019-02"), ("0984-01-02", "0984-01-02"),
        ("06 April 2016", nil), ("", nil), ("-1", nil), ("١٩٦٩", nil), ("20190-01", nil),
    ])
    func aDateIsReadAsFarAsItGoes(given: String, text: String?) {
        #expect(CalendarDate(given)?.description == text)
    }

    @Test func datesAreInOrder() throws {
        let dates = ["2019", "2019-06", "2019-06-02", "2020-01-01"].compactMap { CalendarDate($0) }
        #expect(dates.count == 4 && dates == dates.shuffled().sorted())
    }

    @Test func keywordsInOneTextAreTakenApart() async throws {
        let photo = try await Replies.photo(
            #""nasa_id":"X","keywords":["4693; TEST AREA ;;"," Moon"]"#)
        #expect(photo.texts.keywords == ["4693", "TEST AREA", "Moon"])
    }

    @Test func idsAreComparedByTheirBytes() {
        #expect(PhotoID("é") != PhotoID("e\u{301}"))
        #expect(PhotoID("A ") != PhotoID("A"))
        #expect(Set([PhotoID("é"), PhotoID("e\u{301}"), PhotoID("é")]).count == 2)
    }

    @Test func itsPageIsWhereABrowserFindsIt() async throws {
        let photo = try await Replies.photo(#""nasa_id":"Wind & Weather 2&3 ""#)
        #expect(
            photo.pageAddress == "https://images.nasa.gov/details/Wind%20%26%20Weather%202%263%20")
    }

    @Test(arguments: [
        (#""media_type":"hologram","#, MediaType.other("hologram")),
        (#""media_type":"VIDEO","#, .other("VIDEO")),
    ])
    func whatIsNoPhotoIsSaidToBeSomethingElse(field: String, type: MediaType) async throws {
        await #expect(throws: CatalogFailure.notAPhoto(PhotoID("X"), type)) {
            try await Replies.photo(#"\#(field)"nasa_id":"X""#)
        }
    }
}

/// The library's words without their HTML.
@Suite(.timeLimit(.minutes(10)))
struct HTMLStripperTests {
    @Test(arguments: [
        ("The Moon", "The Moon"), ("a <b>bold</b> word", "a bold word"),
        ("one<br>two<BR />three<p class=\"x\">four</p>", "one\ntwo\nthree\nfour"),
        ("<a href=\"https://images.nasa.gov/\">here</a>", "here"),
        ("<!-- a note -->shown", "shown"),
        ("1 < 2 > 0 <3", "1 < 2 > 0 <3"), ("<a <b>c", "c"), ("a <b", "a <b"),
        ("> a <i>b</i>", "> a b"),
        ("<3 <i>b", "<3 b"), ("<i>é</i><é>", "é<é>"),
        ("A&amp;B &lt;x&gt; &#39;q&#x27; &#0146;s &eacute;", "A&B <x> 'q' ’s é"),
        (
            "a & b &; &nothing; &#; &#xFFFFFFFF; &ampersand;",
            "a & b &; &nothing; &#; &#xFFFFFFFF; &ampersand;"
        ),
        ("  a \t b \r\n\r\n  \n c ", "a b\nc"), ("", ""), ("  ", ""),
    ])
    func isWhatAPersonReads(text: String, plain: String) {
        #expect(HTMLStripper.cleaned(text) == plain)
    }

    @Test func aLinkMayBeLongAndTextBehindALessSignMayBeLonger() {
        let link = "<a href=\"" + String(repeating: "x", count: 1900) + "\">"
        let words = "<a" + String(repeating: "x", count: 2000) + ">"
        #expect(HTMLStripper.cleaned(link + "here") == "here")
        #expect(HTMLStripper.cleaned(words) == words)
    }

    /// The first took minutes when every `<` was followed to the maximum length of a tag.
    @Test(arguments: [
        ("<a", "<a"), ("&<", "&<"), ("<a>", ""), ("&amp;", "&"), ("&amp", "&amp"), ("<br>", ""),
        ("<e\u{301}\u{301}", "<e\u{301}\u{301}"),
    ])
    func manyOfItAreReadInOneGo(piece: String, plain: String) {
        let count = 1 << 15
        #expect(
            HTMLStripper.cleaned(String(repeating: piece, count: count))
                == String(repeating: plain, count: count))
    }
}
