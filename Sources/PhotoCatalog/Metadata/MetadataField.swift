/// One thing a file says of itself: `EXIF`, `ExposureTime`, `1/250`.
///
/// The texts come from outside: they must be sanitized to be shown.
package struct MetadataField: Hashable, Sendable {
    package let group: String
    package let name: String
    package let value: String
}
