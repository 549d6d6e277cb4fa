/// A picture format that can be decoded; the raw value is its common name.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg = "JPEG"
    case png = "PNG"
    case tiff = "TIFF"
    case gif = "GIF"
    case webp = "WebP"
    /// Still pictures of the HEIF family: HEIC and AVIF.
    case heif = "HEIF"
    case jpegXL = "JPEG XL"
    case jpeg2000 = "JPEG 2000"
    case fits = "FITS"
    /// Binary PGM, PPM and PFM.
    case pnm = "PNM"
    /// PDS3 and PDS4: a picture with a label, which precedes the picture or is in a separate file.
    case pds = "PDS"
    case vicar = "VICAR"
    case isis = "ISIS"
    case openEXR = "OpenEXR"
}

/// The kind of a file according to its first bytes, regardless of its name and content type.
package enum FileKind: Hashable, Sendable {
    case photo(PhotoFormat)
    /// A format that is recognised but cannot be shown.
    case unsupported(UnsupportedFormat)
    case bmp, svg, pdf, video, gzip
    case webPage, json, text, empty, unknown
}

extension FileKind: CaseIterable {
    /// All kinds; processes send each other a kind as an index in this list.
    package static let allCases: [FileKind] =
        [.unknown, .empty, .text, .json, .webPage, .gzip, .video, .pdf, .svg, .bmp]
        + PhotoFormat.allCases.map(FileKind.photo)
        + UnsupportedFormat.allCases.map(FileKind.unsupported)
}

/// A format, or a variant of a format, that is recognised by its first bytes but cannot be shown.
///
/// The raw value is the name to display, unless `Localization` translates the name.
package enum UnsupportedFormat: String, CaseIterable, Hashable, Sendable {
    // Variants of formats that can be shown.
    case losslessJPEG = "lossless JPEG"
    case deepJPEG = "12-bit JPEG"
    case hierarchicalJPEG = "hierarchical JPEG"
    case applePNG = "Apple CgBI PNG"
    case imageSequence = "HEIF or AVIF image sequence"
    case uncompressedHEIF = "uncompressed HEIF"
    case heifOfH264 = "HEIF (H.264)"
    case heifOfH266 = "HEIF (H.266)"
    case heifOfEVC = "HEIF (EVC)"
    case heifOfJPEG = "HEIF (JPEG)"
    case heifOfJPEG2000 = "HEIF (JPEG 2000)"
    case otherHEIF = "this type of HEIF"
    /// Files with several samples per pixel, each at its own depth.
    case deepEXR = "deep OpenEXR"
    case oldJPEGInTIFF = "old-style JPEG in TIFF"
    case logLuvTIFF = "TIFF (LogLuv)"
    case tiffOfWebP = "TIFF (WebP)"
    case tiffOfJPEG2000 = "TIFF (JPEG 2000)"
    case tiffOfJPEGXL = "TIFF (JPEG XL)"
    case tiffOfLERC = "TIFF (LERC)"
    case tiffOfLZMA = "TIFF (LZMA)"
    case tiffOfJBIG = "TIFF (JBIG)"
    /// Files that contain tables but no picture.
    case fitsTables = "FITS table"

    // Other formats of photos.
    case jpegLS = "JPEG-LS"
    case jpegXR = "JPEG XR"
    case jbig2 = "JBIG2"
    case bpg = "BPG"
    case flif = "FLIF"
    case mng = "MNG"
    case jng = "JNG"
    case qoi = "QOI"
    case radiance = "Radiance HDR"
    /// Variants that are not decoded: bitmaps (PBM), samples as text (plain PNM), and PAM.
    case otherPNM = "PBM, PAM or plain PNM"
    case farbfeld = "Farbfeld"
    case pcx = "PCX"
    case tga = "TGA"
    case sgi = "SGI"
    case sunRaster = "Sun Raster"
    case xpm = "XPM"
    case xbm = "XBM"
    case ico = "ICO"
    case icns = "ICNS"
    case dds = "DDS"
    case ktx = "KTX"
    case djvu = "DjVu"

    // Documents of painting programs and vector formats.
    case photoshop = "Photoshop (PSD)"
    case gimp = "GIMP (XCF)"
    case postScript = "PostScript"
    case windowsMetafile = "WMF"
    case enhancedMetafile = "EMF"

    // Raw files of cameras.
    case canonCR2 = "Canon CR2"
    case canonCR3 = "Canon CR3"
    case canonCRW = "Canon CRW"
    case nikonNEF = "Nikon NEF"
    case sonyARW = "Sony ARW"
    case dng = "DNG"
    case fujifilmRAF = "Fujifilm RAF"
    case olympusORF = "Olympus ORF"
    case panasonicRW2 = "Panasonic RW2"
    case minoltaMRW = "Minolta MRW"
    case sigmaX3F = "Sigma X3F"

    // Scientific and medical formats.
    /// A PDS label whose picture is in another file that is missing.
    case detachedPDS = "PDS label"
    case nitf = "NITF"
    case dicom = "DICOM"
    case hdf = "HDF"
    case netCDF = "netCDF"

    // Archives that may contain photos.
    case zip = "ZIP"
    case sevenZip = "7z"
    case rar = "RAR"
    case xz = "xz"
    case bzip2 = "bzip2"
    case zstandard = "Zstandard"
}
