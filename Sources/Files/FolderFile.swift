/// A file in a folder, by what the folder says of it; times in nanoseconds of the clock on the wall.
package struct FolderFile: Hashable, Sendable {
    package let name: String
    package let byteCount: Int
    package let lastUsed: Int64
    package let lastWritten: Int64
}
