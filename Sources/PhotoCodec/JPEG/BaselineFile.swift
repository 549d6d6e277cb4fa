internal import Files
internal import Imaging

/// The single-scan copy of a progressive JPEG, which can be read while it is written.
///
/// The copy is in an unlinked file or, if there is no disk space, in memory.
struct BaselineFile: Sendable {
    let bytes: PhotoBytes
    /// The approximate number of bytes on disk; 0 if the copy is in memory.
    let byteCount: Int
    private let file: SpillFile?
    private let memory: MappedMemory

    /// Creates an empty copy.
    ///
    /// - Throws: `.noRoom` if the disk has too little space, and the copy is too large for memory;
    ///   `.outOfMemory` if memory is short.
    init(
        reserving most: Int, expecting expected: Int, within options: DecodingOptions
    ) throws(DecodingFailure) {
        let made: (file: SpillFile?, pages: MappedMemory?)
        do throws(DecodingFailure) {
            let file = try SpillFile(reserving: most, expecting: expected, within: options)
            made = (file, file.map())
        } catch {
            guard expected <= DecodingLimits.transcodedBytesInMemory else { throw error }
            made = (nil, try? MappedMemory(byteCount: most, isReserved: false))
        }
        guard let pages = made.pages else { throw .outOfMemory }
        file = made.file
        byteCount = made.file == nil ? 0 : expected
        memory = pages
        bytes = PhotoBytes(pages)
    }

    func write(_ block: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        guard offset + block.count <= bytes.count else {
            throw .damaged(.tooMuchData)
        }
        if let file {
            try file.write(block, at: offset)
        } else {
            memory.write(block, at: offset)
        }
    }
}
