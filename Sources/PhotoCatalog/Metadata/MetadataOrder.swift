/// Which fields are shown, and in which order: what a photographer asks first comes first.
enum MetadataOrder {
    /// Sorted, without what is nobody's business or says nothing.
    static func arranged(_ fields: [PhotoFact]) -> [PhotoFact] {
        fields.filter { !isPrivate($0) && !isEmpty($0) }.sorted { rank($0) < rank($1) }
    }

    private typealias Rank = (Int, String, Int, String)

    private static func rank(_ field: PhotoFact) -> Rank {
        let group = groups.firstIndex(of: field.group) ?? groups.count
        let name = names.firstIndex(of: field.name) ?? names.count
        return (group, field.group, name, field.name)
    }

    private static let groups = [
        "EXIF", "Composite", "IPTC", "XMP", "Photoshop", "AVAIL", "File", "PNG", "JFIF",
    ]

    private static let names = [
        "Make", "Model", "LensModel", "Lens", "ExposureTime", "FNumber", "ISO", "FocalLength",
        "DateTimeOriginal", "CreateDate",
    ]

    /// The name of the one who uploaded it, and how it lay on NASA's machine.
    private static func isPrivate(_ field: PhotoFact) -> Bool {
        switch field.group {
        case "", "ExifTool": true
        case "AVAIL": ["Owner", "Thumbnails"].contains(field.name)
        case "File": placeNames.contains(field.name)
        default: false
        }
    }

    private static let placeNames: Set<String> = [
        "Directory", "FileName", "FilePermissions", "FileAccessDate", "FileInodeChangeDate",
        "FileModifyDate",
    ]

    /// ExifTool writes "(Binary data 8966 bytes, use -b option to extract)".
    private static func isEmpty(_ field: PhotoFact) -> Bool {
        field.value.isEmpty || field.value.hasPrefix("(Binary data")
    }
}
