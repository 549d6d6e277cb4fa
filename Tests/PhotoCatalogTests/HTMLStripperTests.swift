import PhotoCatalog
import Testing

/// The library's words without their HTML.
@Suite(.timeLimit(.minutes(10)))
struct PlainTextTests {
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

    /// The first took minutes while every `<` was followed to the end of the longest tag.
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
