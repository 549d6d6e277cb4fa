/// A file that was saved.
package struct SavedFile: Hashable, Sendable {
    package let path: String
    package let byteCount: Int

    package init(path: String, byteCount: Int) {
        self.path = path
        self.byteCount = byteCount
    }
}
