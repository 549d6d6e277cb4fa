internal import ArgumentParser

enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case jpeg
    case png

    /// What a file's name says: PNG if it ends so, else JPEG.
    init(path: String) { self = path.lowercased().hasSuffix(".png") ? .png : .jpeg }
}
