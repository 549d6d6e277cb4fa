internal import CEXR
internal import CHEIF
internal import CJPEG2000
internal import CJXL
internal import CLCMS
internal import CPNG
internal import CTIFF
internal import CWebP

/// A library that decodes one format or serves several formats.
package struct CodecLibrary: Sendable {
    package let name: String
    /// True if the library is loaded when the first photo of its format is opened.
    let isLoadedWhenNeeded: Bool
    /// True if the program can be installed without the library.
    package let isOptional: Bool
    private let readVersion: @Sendable () -> String

    private init(
        _ name: String, isLoadedWhenNeeded: Bool = false, isOptional: Bool = false,
        version: @escaping @Sendable () -> String
    ) {
        (self.name, readVersion) = (name, version)
        (self.isLoadedWhenNeeded, self.isOptional) = (isLoadedWhenNeeded, isOptional)
    }

    /// The library's version; empty if the library is missing or has no version.
    ///
    /// Reading the version loads the library.
    package var version: String { readVersion() }

    /// All libraries, in the order in which they are listed.
    package static let all = [
        turboJPEG, png, zlib, igzip, tiff, webp, openJPEG, heif, jxl, openEXR, lcms,
    ]

    /// TurboJPEG, which has no version function; the version is read from the library's file.
    package static let turboJPEG = CodecLibrary("TurboJPEG") { TurboJPEGVersion.found ?? "" }
    package static let png = CodecLibrary("libpng") {
        png_get_libpng_ver(nil).map { String(cString: $0) } ?? ""
    }
    package static let zlib = CodecLibrary("zlib") {
        zlibVersion().map { String(cString: $0) } ?? ""
    }
    /// The library that inflates PNG files faster than zlib.
    ///
    /// The library has no version function; the version of its interface is 2.
    package static let igzip = CodecLibrary("ISA-L", isLoadedWhenNeeded: true, isOptional: true) {
        Igzip.load()
        return Igzip.loaded == nil ? "" : "2"
    }
    package static let tiff = CodecLibrary("libtiff", isLoadedWhenNeeded: true) {
        let text = String(cString: ctiff_version())
        // The text is "LIBTIFF, Version 4.5.0", followed by lines with the copyright.
        return String(text.prefix { $0 != "\n" }.split(separator: " ").last ?? "")
    }
    package static let webp = CodecLibrary("libwebp", isLoadedWhenNeeded: true) {
        text(ofBytes: Int(cwebp_version()) << 8)
    }
    package static let openJPEG = CodecLibrary("OpenJPEG", isLoadedWhenNeeded: true) {
        String(cString: cjp2_version())
    }
    package static let heif = CodecLibrary("libheif", isLoadedWhenNeeded: true, isOptional: true) {
        text(ofBytes: Int(cheif_version()))
    }
    package static let jxl = CodecLibrary("libjxl", isLoadedWhenNeeded: true, isOptional: true) {
        let number = cjxl_version()
        return number == 0
            ? "" : "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }
    package static let openEXR = CodecLibrary(
        "OpenEXR", isLoadedWhenNeeded: true, isOptional: true
    ) { text(ofBytes: Int(cexr_version()) << 8) }
    /// Little CMS, whose version is a number such as 2140 for 2.14.
    package static let lcms = CodecLibrary("lcms2") {
        let number = cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }

    /// Returns a version from the three bytes above a number's lowest byte; empty for 0.
    ///
    /// The highest byte comes first: 0x01020300 becomes `1.2.3`.
    private static func text(ofBytes number: Int) -> String {
        number == 0 ? "" : "\(number >> 24).\(number >> 16 & 255).\(number >> 8 & 255)"
    }
}
