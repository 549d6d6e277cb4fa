/// What the bytes are for: decides how many may come and how long they may take.
package enum ResourceKind: Hashable, Sendable {
    /// JSON of the API.
    case reply
    /// A picture in a list.
    case preview
    /// A picture to look at closely.
    case photo
    /// A file to save, which is not held in memory.
    case file

    /// The most bytes taken, counted after unpacking.
    package var limitBytes: Int {
        switch self {
        case .reply: 8 << 20  // A page of 100 items is 0.4 MB; a transcript in one, 50 kB.
        case .preview: 4 << 20  // The largest thumb recorded is 137 kB.
        case .photo: 256 << 20  // The largest original recorded is 134 MB.
        case .file: 4 << 30  // What FAT can hold, and thirty times that.
        }
    }
}
