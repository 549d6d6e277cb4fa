import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

struct MetadataTests {
    @Test func fieldsComeInAPhotographersOrderWithoutWhatIsPrivate() async throws {
        let fields = try await Self.metadata(
            """
            {"SourceFile":"/tmp/x","AVAIL:Owner":"jo","AVAIL:Title":"  Moon \\n base ",
             "File:Directory":"/tmp","File:FileSize":"8.0 MB","ExifTool:ExifToolVersion":9.7,
             "EXIF:Artist":"Jo","EXIF:FNumber":5.6,"EXIF:Make":"NIKON","EXIF:ISO":200,
             "EXIF:ThumbnailImage":"(Binary data 8966 bytes, use -b option to extract)",
             "IPTC:Keywords":["a","","b",3],"XMP:Flash":{"Fired":true,"Mode":"auto"},
             "AVAIL:Album":[],"AVAIL:Location":"","AVAIL:Creator":null}
            """)
        #expect(
            fields == [
                "EXIF:Make=NIKON", "EXIF:FNumber=5.6", "EXIF:ISO=200", "EXIF:Artist=Jo",
                "IPTC:Keywords=a, b, 3", "XMP:Flash=Fired: true, Mode: auto",
                "AVAIL:Title=Moon base", "File:FileSize=8.0 MB",
            ])
    }

    @Test func theOldShapeIsReadToo() async throws {
        let fields = try await Self.metadata(
            #"{"SourceFile":"/x","EXIF":{"Make":"NIKON","ISO":64},"File":{"Directory":"/x"}}"#)
        #expect(fields == ["EXIF:Make=NIKON", "EXIF:ISO=64"])
    }

    @Test func withoutAManifestTheAPISaysWhereItIs() async throws {
        let site = LibrarySite.nasa
        let fetcher = FixtureFetcher([
            "/asset/A%20b": #"["https://images-assets.nasa.gov/image/A b/A b~orig.jpg"]"#,
            "/metadata/A%20b":
                #"{"location":"https://images-assets.nasa.gov/image/A b/metadata.json"}"#,
            "/image/A%20b/metadata.json": #"{"EXIF:Make":"NIKON"}"#,
            "/search?nasa_id=A%20b": #"{"collection":{"items":[]}}"#,
        ])
        let repository = NASAPhotoRepository(fetcher: fetcher, site: site)
        let photo = try await repository.photo(id: PhotoID("A b"))
        #expect(try await repository.metadata(of: photo).map(\.value) == ["NIKON"])
    }

    @Test func aPlaceElsewhereIsNotAsked() async throws {
        let fetcher = FixtureFetcher([
            "/asset/X": #"["https://images-assets.nasa.gov/image/X/X~orig.jpg"]"#,
            "/metadata/X": #"{"location":"https://example.org/metadata.json"}"#,
            "/search?nasa_id=X": #"{"collection":{"items":[]}}"#,
        ])
        let repository = NASAPhotoRepository(fetcher: fetcher)
        let photo = try await repository.photo(id: PhotoID("X"))
        await #expect(throws: CatalogFailure.addressNotAllowed(.host("example.org"))) {
            try await repository.metadata(of: photo)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: recorded), "no recorded replies"))
    func theRecordedOnesAreRead() async throws {
        let names = [
            "jonapoul__nasa-android/metadata-success",
            "christopher-r-anderson__eyepiece/metadata.PIA24439",
        ]
        for name in names {
            let json = try String(contentsOfFile: "\(Self.recorded)/\(name).json", encoding: .utf8)
            let fields = try await Self.metadata(json)
            #expect(fields.count > 15)
            #expect(!fields.contains { $0.contains("/tmp") || $0.contains("Owner") })
        }
    }

    @Test(arguments: ["[]", "3", "{", ""])
    func whatIsNoMetadataIsNamed(json: String) async throws {
        await #expect(throws: CatalogFailure.unreadableReply) { try await Self.metadata(json) }
    }

    private static let recorded = PackageFolders.standard.recordedReplies

    private static func metadata(_ json: String) async throws -> [String] {
        let item = """
            {"collection":{"items":[{"href":"https://images-assets.nasa.gov/image/X/collection.json",
            "data":[{"nasa_id":"X"}]}]}}
            """
        let fetcher = FixtureFetcher([
            "/search?nasa_id=X": item, "/image/X/metadata.json": json,
        ])
        let repository = NASAPhotoRepository(fetcher: fetcher)
        let photo = try await repository.photo(id: PhotoID("X"))
        return try await repository.metadata(of: photo).map { "\($0.group):\($0.name)=\($0.value)" }
    }
}
