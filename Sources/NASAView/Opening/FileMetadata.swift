internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline

/// What is known of a local file, in the shape of the library's metadata.
enum FileMetadata {
    /// Blocks: the file is read by a worker.
    static func read(
        _ path: String, by decoder: SandboxedDecoder
    ) throws(PictureFailure) -> [PhotoFact] {
        let told = try decoder.facts(ofFile: path).map {
            PhotoFact(group: $0.group, name: $0.name, value: $0.value)
        }
        return told + [
            PhotoFact(group: "File", name: "FileName", value: path),
            PhotoFact(group: "File", name: "FileSize", value: "\(try byteCount(of: path)) bytes"),
        ]
    }

    private static func byteCount(of path: String) throws(PictureFailure) -> Int {
        do { return try LocalFile(path: path).file.byteCount } catch { throw .reading(error) }
    }
}
