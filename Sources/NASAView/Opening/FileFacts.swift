internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec

/// What a local file says of itself, as the library tells it of its photos.
enum FileFacts {
    static func read(_ path: String) throws(FileFailure) -> [PhotoFact] {
        let bytes = try PhotoBytes.open(path: path)
        let exif = ExifFacts.read(bytes).map { fact("EXIF", $0.name, $0.value) }
        return exif + [
            fact("File", "FileName", path),
            fact("File", "FileType", "\(FileSignature.kind(of: bytes))".uppercased()),
            fact("File", "FileSize", "\(bytes.count) bytes"),
        ]
    }

    private static func fact(_ group: String, _ name: String, _ value: String) -> PhotoFact {
        PhotoFact(group: group, name: name, value: value)
    }
}
