package import Imaging

/// A supported format: how its files are recognised and opened.
package struct Codec: Sendable {
    typealias Open =
        @Sendable (PhotoBytes, DecodingOptions) throws(DecodingFailure) -> any ImageSource

    let format: PhotoFormat
    /// The common names of the format's file types, as README lists them.
    package let names: [String]
    /// The extensions of the format's files, without the dot.
    ///
    /// An export of a file without a name uses the first extension.
    package let endings: [String]
    /// The patterns that identify the format's files; empty if `FileSignature` detects the format.
    let marks: [BytePattern]
    /// The decoding library; `nil` if the format needs no library.
    let library: CodecLibrary?
    let open: Open

    init(
        _ format: PhotoFormat, named names: [String], endings: [String], marks: [BytePattern],
        library: CodecLibrary? = nil, open: @escaping Open
    ) {
        (self.format, self.names, self.endings) = (format, names, endings)
        (self.marks, self.library, self.open) = (marks, library, open)
    }

    /// All formats; the first format whose pattern matches a file opens it.
    package static let all: [Codec] = [
        Codec(
            .jpeg, named: ["JPEG"], endings: ["jpg", "jpeg", "jpe", "jfif"],
            marks: [BytePattern([0xFF, 0xD8])], library: .turboJPEG, open: JPEGDecoder.open),
        Codec(
            .png, named: ["PNG", "APNG"], endings: ["png", "apng"],
            marks: [BytePattern([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])],
            library: .png, open: PNGPicture.open),
        Codec(
            .tiff, named: ["TIFF", "BigTIFF"], endings: ["tif", "tiff", "btf"],
            marks: [
                BytePattern([0x49, 0x49, 0x2A, 0x00]), BytePattern([0x4D, 0x4D, 0x00, 0x2A]),
                BytePattern([0x49, 0x49, 0x2B, 0x00]), BytePattern([0x4D, 0x4D, 0x00, 0x2B]),
            ], library: .tiff, open: TIFFDirectories.open),
        Codec(
            .gif, named: ["GIF"], endings: ["gif"],
            marks: [BytePattern("GIF87a"), BytePattern("GIF89a")], open: GIFFile.open),
        Codec(
            .webp, named: ["WebP"], endings: ["webp"], marks: [BytePattern(at: 8, "WEBP")],
            library: .webp
        ) { bytes, _ throws(DecodingFailure) in try WebPFile(bytes).sequence.source() },
        Codec(
            .jpegXL, named: ["JPEG XL"], endings: ["jxl"],
            marks: [
                BytePattern([0xFF, 0x0A]),
                BytePattern([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
            ], library: .jxl
        ) { bytes, _ throws(DecodingFailure) in try JXLFile.open(bytes) },
        Codec(
            .jpeg2000, named: ["JPEG 2000"], endings: ["jp2", "j2k", "j2c", "jpf", "jpx", "jpc"],
            marks: [
                BytePattern([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
                BytePattern([0xFF, 0x4F, 0xFF, 0x51]),
            ], library: .openJPEG, open: JPEG2000Header.open),
        Codec(
            .fits, named: ["FITS"], endings: ["fits", "fit", "fts", "fz", "fits.gz", "fit.gz"],
            marks: [BytePattern("SIMPLE  =")], open: FITSFile.open),
        Codec(
            .pnm, named: ["PNM", "PFM"], endings: ["ppm", "pgm", "pnm", "pfm"],
            marks: BytePattern.netpbm(["P5", "P6", "Pf", "PF"]), open: PNMPicture.open),
        Codec(
            .pds, named: ["PDS3", "PDS4"], endings: ["img", "imq", "qub", "lbl", "lblx"],
            marks: ["PDS_VERSION_ID", "CCSD3ZF", "NJPL1I00PDS"].map { BytePattern($0) },
            open: PDSLabel.open),
        Codec(
            .vicar, named: ["VICAR"], endings: ["vic", "vicar"], marks: [BytePattern("LBLSIZE=")],
            open: VICARLabel.open),
        Codec(
            .isis, named: ["ISIS cubes"], endings: ["cub"],
            marks: [BytePattern("Object = IsisCube")], open: ISISCube.open),
        Codec(
            .openEXR, named: ["OpenEXR"], endings: ["exr", "sxr", "mxr"],
            marks: [BytePattern([0x76, 0x2F, 0x31, 0x01])], library: .openEXR,
            open: EXRFile.open),
        // `FileSignature` recognises HEIF by its brands.
        Codec(
            .heif, named: ["HEIC", "AVIF"], endings: ["heic", "heif", "avif"], marks: [],
            library: .heif, open: HEIFFile.open),
    ]

    static func of(_ kind: FileKind) -> Codec? {
        guard case .photo(let format) = kind else { return nil }
        return all.first { $0.format == format }
    }

    /// The file name extensions of all formats.
    package static let endings = Set(all.flatMap(\.endings))

    /// Returns the codec that a file name's extension implies; `nil` for an unknown extension.
    package static func promised(by name: some StringProtocol) -> Codec? {
        let parts = name.lowercased().split(separator: ".").suffix(2)
        let ends = [parts.last.map(String.init) ?? "", parts.joined(separator: ".")]
        return all.first { codec in ends.contains { codec.endings.contains($0) } }
    }

    /// Returns the codec for a file that begins with these bytes; `nil` if no format matches.
    package static func of(start: [UInt8]) -> Codec? {
        of(FileSignature.kind(of: PhotoBytes(start)))
    }

    /// The file kind whose library a process must load before it enters the sandbox.
    ///
    /// The value is `nil` if the format has no library or its library is always loaded.
    package var kindToLoad: FileKind? {
        library?.isLoadedWhenNeeded == true ? .photo(format) : nil
    }
}
