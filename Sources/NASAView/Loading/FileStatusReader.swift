internal import Decoding
internal import Files
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Functions that read the status of files without opening them; they wait for the disk.
enum FileStatusReader {
    /// The maximum number of files whose status is read; the other files of a longer list show only
    /// names.
    ///
    /// Reading the status of 20,000 files takes 0.1 s on a disk, and far longer over a network.
    private static let limit = 20_000

    /// Returns the size and modification time of each file that exists.
    static func statuses(of photos: [PhotoReference]) -> [PhotoReference: FileStatus] {
        var statuses: [PhotoReference: FileStatus] = [:]
        for photo in photos.prefix(limit) {
            guard case .file(let path) = photo, let status = status(of: path) else { continue }
            statuses[photo] = status
        }
        return statuses
    }

    /// Returns the files in an order; reads sizes and times only if the order depends on them.
    static func sorted(
        _ photos: [PhotoReference], in sorting: FileSorting,
        knowing known: [PhotoReference: FileStatus] = [:]
    ) -> [PhotoReference] {
        let statuses = sorting.order.needsStatuses ? statuses(of: photos) : [:]
        return sorting.sorted(photos, known.merging(statuses) { $1 })
    }

    /// Returns the status of a file; `nil` if the file does not exist or is not a regular file.
    static func status(of path: FilePath) -> FileStatus? {
        guard let status = try? Stat(path), status.type == .regular else { return nil }
        return FileStatus(
            byteCount: Int(status.size), modified: localTime(status.st_mtim.seconds),
            version: FileVersion(status))
    }

    /// Returns the status of a file in a zip archive, which stores the time without a time zone and
    /// with a resolution of two seconds.
    static func status(of member: ZipMember, in archive: FileVersion) -> FileStatus {
        var parts = tm()
        parts.tm_year = Int32(80 + member.date >> 9)
        parts.tm_mon = Int32(member.date >> 5 & 15) - 1
        parts.tm_mday = Int32(member.date & 31)
        parts.tm_hour = Int32(member.time >> 11)
        parts.tm_min = Int32(member.time >> 5 & 63)
        parts.tm_sec = Int32(member.time & 31) * 2
        parts.tm_isdst = -1
        let seconds = Int(mktime(&parts))
        return FileStatus(
            byteCount: member.byteCount, modified: localTime(seconds),
            version: FileVersion(
                device: archive.device, inode: archive.inode, byteCount: member.byteCount,
                modifiedNanoseconds: Int64(seconds) * 1_000_000_000))
    }

    /// Returns a local time in the format of cameras: `2026:11:25 10:33:05`.
    private static func localTime(_ seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        guard localtime_r(&time, &parts) != nil else { return "" }
        let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(Int(parts.tm_year) + 1900):\(two(parts.tm_mon + 1)):\(two(parts.tm_mday))"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}
