internal import Imaging
internal import Painting

/// One picture of the demo collection: how it is painted, and what is said of it.
struct DemoPicture {
    let name: String
    let scene: String
    let size: PixelSize
    var format = PictureFormat.jpeg
    var samples = Samples.rgb
    var seed: UInt32 = 1
    let title: String
    let description: String
    let keywords: [String]
    var album: String?

    var id: String { "demo-" + name }

    var fileName: String { id + "~orig." + (format == .jpeg ? "jpg" : "png") }

    /// Where the package keeps it.
    var path: String { PackageFolders.standard.demo + "/" + fileName }

    func order(in folder: String) -> PictureOrder {
        guard let subject = DemoScene.named(scene) else { preconditionFailure("no scene \(scene)") }
        return PictureOrder(
            subject: subject, size: size, seed: seed, format: format, quality: Self.quality,
            samples: samples, path: folder + "/" + fileName)
    }

    // The collection is kept in git: 84 saves a third of the bytes of 90, and nobody sees it.
    private static let quality = 84
}
