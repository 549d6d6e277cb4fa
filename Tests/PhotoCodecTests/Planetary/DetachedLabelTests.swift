import Files
import Foundation
import Imaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodec

/// Labels of planetary archives that name a file beside them, written by the test.
@Suite struct DetachedLabelTests {
    private let folder = FilePath(
        FileManager.default.temporaryDirectory.appending(path: "labels-\(UUID().uuidString)").path)

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder.string, withIntermediateDirectories: true)
    }

    /// Opens a label with a file beside it.
    private func open(
        _ label: String, beside name: String, _ data: [UInt8], isTiled: Bool = false
    ) throws -> any ImageSource {
        try Data(data).write(to: URL(filePath: folder.appending(name).string))
        let means = isTiled ? TiledPhotos.means : Opening.means
        let siblings = SiblingFiles(beside: folder.appending("label.lbl"))
        return try ImageDecoder.open(
            PhotoBytes(Array(label.utf8)), within: means.taking(siblings: siblings))
    }

    private static func pds3(_ pointer: String) -> String {
        [
            "PDS_VERSION_ID = PDS3", "RECORD_BYTES = 10", "^IMAGE = \(pointer)", "OBJECT = IMAGE",
            "LINES = 3", "LINE_SAMPLES = 4", "SAMPLE_BITS = 8", "END_OBJECT = IMAGE", "END", "",
        ].joined(separator: "\r\n")
    }

    private static let numbers = (0..<12).map { UInt8($0 * 20) }

    @Test(
        arguments: [
            ("\"A.IMG\"", 0), ("(\"A.IMG\", 3)", 20), ("(\"A.IMG\", 6 <BYTES>)", 5),
            ("(\"a.img\",2)", 10),
        ])
    func aPDS3LabelHasThePictureOfItsFile(pointer: String, offset: Int) throws {
        let data = Array(repeating: UInt8(1), count: offset) + Self.numbers
        // Copies of discs have small letters.
        let photo = try open(Self.pds3(pointer), beside: "a.img", data)
        #expect(photo.size == PixelSize(width: 4, height: 3))
        #expect(try photo.whole().pixel(3, 2) == [220, 220, 220, 255])
    }

    @Test(arguments: ["../a.img", "/etc/passwd", ".hidden", "folder", "link.img", "none.img"])
    func onlyAPlainFileOfTheSameFolderIsOpened(name: String) throws {
        let inside = folder.appending("inside")
        try FileManager.default.createDirectory(
            atPath: inside.appending("folder").string, withIntermediateDirectories: true)
        let data = Data(Self.numbers)
        for place in ["a.img", "inside/.hidden", "inside/plain.img"] {
            try data.write(to: URL(filePath: folder.appending(place).string))
        }
        try FileManager.default.createSymbolicLink(
            atPath: inside.appending("link.img").string, withDestinationPath: "plain.img")
        let siblings = SiblingFiles(beside: inside.appending("label.lbl"))
        let means = Opening.means.taking(siblings: siblings)
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(.detachedPDS))) {
            try ImageDecoder.open(PhotoBytes(Array(Self.pds3("\"\(name)\"").utf8)), within: means)
        }
        let plain = PhotoBytes(Array(Self.pds3("\"plain.img\"").utf8))
        #expect(try ImageDecoder.open(plain, within: means).size.width == 4)
    }

    @Test func namesThatLeadElsewhereAreNone() {
        for name in [
            "", ".", "..", "a/b", "/a", "a\0b", "a\nb", String(repeating: "a", count: 256),
        ] {
            #expect(SiblingName(name) == nil)
        }
        for name in ["a", "A B.IMG", "ä.img", "a..b", String(repeating: "a", count: 255)] {
            #expect(SiblingName(name)?.text == name)
        }
    }

    @Test func anISISLabelHasThePictureOfItsFile() throws {
        let label = [
            "Object = IsisCube", "  Object = Core", "    ^Core = plain.cub", "    StartByte = 6",
            "    Format = BandSequential", "    Group = Dimensions", "      Samples = 4",
            "      Lines = 3", "      Bands = 1", "    End_Group", "    Group = Pixels",
            "      Type = UnsignedByte", "      ByteOrder = Lsb", "    End_Group", "  End_Object",
            "End_Object", "End", "",
        ].joined(separator: "\n")
        let photo = try open(label, beside: "plain.cub", [1, 1, 1, 1, 1] + Self.numbers)
        #expect(try photo.sample(at: PixelPoint(x: 1, y: 2)).values == [.integer(180)])
    }

    /// The text of a PDS4 label.
    private static func pds4(
        axes: [(name: String, count: Int)], type: String, offset: Int = 0, inside: String = "",
        element: String = "", display: String = "Top to Bottom"
    ) -> String {
        let arrays = axes.enumerated().map { number, axis in
            """
            <Axis_Array><axis_name>\(axis.name)</axis_name><elements>\(axis.count)</elements>
            <sequence_number>\(number + 1)</sequence_number></Axis_Array>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Product_Observational xmlns="http://pds.nasa.gov/pds4/pds/v1" xmlns:disp="d">
            <!-- a note with > and <Array_2D> -->
            <Discipline_Area><disp:Display_Settings><disp:Display_Direction>
            <disp:vertical_display_direction>\(display)</disp:vertical_display_direction>
            </disp:Display_Direction></disp:Display_Settings></Discipline_Area>
            <File_Area_Observational><File><file_name>data.bin</file_name></File>
            <Header><offset unit="byte">0</offset></Header>
            <Array_\(axes.count)D_Image><offset unit="a > b">\(offset)</offset>
            <axes>\(axes.count)</axes><axis_index_order>Last Index Fastest</axis_index_order>
            <Element_Array><data_type>\(type)</data_type><unit>W &amp; m</unit>\(element)
            </Element_Array>\(arrays.joined())\(inside)</Array_\(axes.count)D_Image>
            </File_Area_Observational></Product_Observational>
            """
    }

    private static let plane = [(name: "Line", count: 3), (name: "Sample", count: 4)]

    @Test(
        arguments: [
            ("UnsignedByte", 1, false), ("UnsignedMSB2", 2, false), ("SignedLSB2", 2, true),
            ("UnsignedLSB4", 4, true), ("SignedMSB8", 8, false), ("IEEE754MSBSingle", 4, false),
            ("IEEE754LSBDouble", 8, true),
        ])
    func numbersOfAllPDS4TypesAreRead(type: String, count: Int, isLittle: Bool) throws {
        let data = (0..<12).flatMap { number -> [UInt8] in
            let bits =
                type.hasSuffix("Single")
                ? UInt64(Float(number).bitPattern)
                : type.hasSuffix("Double") ? Double(number).bitPattern : UInt64(number)
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
            return isLittle ? bytes : bytes.reversed()
        }
        let label = Self.pds4(axes: Self.plane, type: type, offset: 3)
        for isTiled in [false, true] {
            let photo = try open(label, beside: "data.bin", [0, 0, 0] + data, isTiled: isTiled)
            #expect(photo.size == PixelSize(width: 4, height: 3))
            let sample = try photo.sample(at: PixelPoint(x: 3, y: 2))
            let expected: SampleValue =
                type.hasSuffix("Single")
                ? .single(11) : type.hasSuffix("Double") ? .double(11) : .integer(11)
            #expect(sample.values == [expected] && sample.unit == "W & m")
        }
    }

    /// The bands are 0, 1 and 2 hundred above the place.
    @Test(arguments: [
        ["Band", "Line", "Sample"], ["Line", "Band", "Sample"], ["Line", "Sample", "Band"],
    ])
    func bandsLieWhereTheAxesSay(names: [String]) throws {
        let counts = ["Band": 3, "Line": 2, "Sample": 4]
        let axes = names.map { (name: $0, count: counts[$0] ?? 0) }
        var data = [UInt8](repeating: 0, count: 48)
        for (band, y, x) in (0..<24).map({ ($0 / 8, $0 / 4 % 2, $0 % 4) }) {
            let places = ["Band": band, "Line": y, "Sample": x]
            let place = axes.reduce(0) { $0 * $1.count + (places[$1.name] ?? 0) }
            data[place * 2 + 1] = UInt8(band * 50 + y * 10 + x)
        }
        let photo = try open(
            Self.pds4(axes: axes, type: "UnsignedMSB2"), beside: "data.bin", data)
        #expect(photo.size == PixelSize(width: 4, height: 2) && photo.pages.count == 3)
        for band in 0..<3 {
            let sample = try photo.page(band).sample(at: PixelPoint(x: 2, y: 1))
            #expect(sample.values == [.integer(band * 50 + 12)])
        }
    }

    @Test func constantsAreTransparentAndNumbersScaled() throws {
        let constants = """
            <Special_Constants><missing_constant>0x0003</missing_constant>
            <saturated_constant>5</saturated_constant><valid_maximum>9</valid_maximum>
            </Special_Constants>
            """
        let label = Self.pds4(
            axes: Self.plane, type: "UnsignedMSB2", inside: constants,
            element: "<scaling_factor>0.5</scaling_factor><value_offset>10</value_offset>")
        let data = (0..<12).flatMap { [0, UInt8($0)] as [UInt8] }
        let raster = try open(label, beside: "data.bin", data).whole()
        let alphas = (0..<12).map { raster.pixel($0 % 4, $0 / 4)[3] }
        #expect(alphas == [255, 255, 255, 0, 255, 0, 255, 255, 255, 255, 0, 0])
        let photo = try open(label, beside: "data.bin", data)
        #expect(try photo.sample(at: PixelPoint(x: 3, y: 1)).values == [.single(13.5)])
        #expect(try photo.sample(at: PixelPoint(x: 3, y: 0)).values == [.missing])
    }

    @Test(arguments: ["minimum>1<", "maximum>9<"], [false, true])
    func smallerCopiesHaveThePixelsThatAreTransparent(limit: String, isTiled: Bool) throws {
        let name = limit.prefix { $0 != ">" }
        let label = Self.pds4(
            axes: Self.plane, type: "UnsignedMSB2",
            inside: """
                <Special_Constants><valid_\(limit)/valid_\(name)></Special_Constants>
                """)
        let data = (0..<12).flatMap { [0, UInt8($0)] as [UInt8] }
        let photo = try open(label, beside: "data.bin", data, isTiled: isTiled)
        for reduction in [Reduction.none, .half] {
            #expect(try !photo.whole(reducedBy: reduction).isOpaque)
        }
    }

    @Test func aPictureFromBelowIsUpright() throws {
        let label = Self.pds4(axes: Self.plane, type: "UnsignedByte", display: "Bottom to Top")
        let photo = try open(label, beside: "data.bin", Self.numbers)
        #expect(try photo.whole().pixel(0, 0)[0] == 160)
        #expect(try photo.sample(at: PixelPoint(x: 1, y: 2)).values == [.integer(20)])
    }

    @Test func thePDS4LabelIsListed() {
        let label = Self.pds4(axes: Self.plane, type: "UnsignedByte")
        let facts = ExifFacts.read(PhotoBytes(Array(label.utf8)))
            .map { "\($0.group) \($0.name): \($0.value)" }
        #expect(facts.contains("File file_name: data.bin"))
        #expect(facts.contains("Element_Array data_type: UnsignedByte"))
    }

    @Test(
        "P8: labels in XML that are not well-formed, or go beyond a limit, are refused",
        arguments: [
            "<a><b></a></b>", "<a>", "<a b='>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a></a>", "text",
            String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100),
            "<r>" + String(repeating: "<a/>", count: 30_000) + "</r>", "<", "</a>", "<a/",
        ])
    func labelsInXML(text: String) {
        let head = "<?xml version=\"1.0\"?><!-- http://pds.nasa.gov/pds4 -->"
        #expect(throws: DecodingFailure.self) {
            try ImageDecoder.open(PhotoBytes(Array((head + text).utf8)), within: Opening.means)
        }
    }

    @Test func sizesThatMakeNoSenseAreRefused() {
        for (width, type, offset) in [
            (0, "UnsignedByte", 0), (-4, "UnsignedByte", 0), (1 << 40, "UnsignedByte", 0),
            (4, "ComplexLSB8", 0), (4, "UnsignedByte", -1), (4, "UnsignedByte", Int.max),
        ] {
            let axes = [(name: "Line", count: 3), (name: "Sample", count: width)]
            let label = Self.pds4(axes: axes, type: type, offset: offset)
            #expect(throws: DecodingFailure.self) {
                try open(label, beside: "data.bin", Self.numbers)
            }
        }
    }
}
