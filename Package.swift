// swift-tools-version: 6.2
import PackageDescription

// Core modules import only each other, each adapter wraps one thing of the world, the executables choose
// the adapters. The architecture page names the modules and the rules between them.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let server = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// Pixel loops are optimised in debug builds too: a palette takes 4 s without, 10 ms with, and the
/// tests look at hundreds of pictures.
let pixelSettings = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

extension Target {
    static func module(_ name: String, uses modules: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: modules, swiftSettings: settings)
    }

    /// A module whose loops run over pixels.
    static func pixelModule(_ name: String, uses modules: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: modules, swiftSettings: pixelSettings)
    }

    /// A module of tables of words: nothing in them is worth optimising, which took the compiler six
    /// minutes of processor time in a release build, nine seconds without.
    static func textModule(_ name: String, uses modules: [Target.Dependency]) -> Target {
        .target(
            name: name, dependencies: modules,
            swiftSettings: settings + [
                .unsafeFlags(["-Onone"], .when(configuration: .release))
            ])
    }

    static func executable(_ name: String, folder: String, uses modules: [Target.Dependency])
        -> Target
    {
        .executableTarget(
            name: name, dependencies: modules, path: "Sources/\(folder)", swiftSettings: settings)
    }

    /// A library of the tests and tools; some of its loops run over pixels.
    static func testLibrary(_ name: String, uses modules: [Target.Dependency]) -> Target {
        .target(
            name: name, dependencies: modules, path: "Tests/\(name)", swiftSettings: pixelSettings)
    }

    /// A library that the program loads when needed.
    ///
    /// Its pkg-config would link it. On macOS only pkg-config knows where Homebrew's headers are.
    static func loadedLibrary(_ name: String, debian: String, brew: String, pkgConfig: String)
        -> Target
    {
        #if os(macOS)
        library(name, debian: debian, brew: brew, pkgConfig: pkgConfig)
        #else
        library(name, debian: debian, brew: brew, pkgConfig: nil)
        #endif
    }

    static func tests(_ name: String, uses modules: [Target.Dependency]) -> Target {
        .testTarget(
            name: name, dependencies: modules + ["TestSupport"], swiftSettings: settings)
    }

    static func library(_ name: String, debian: String, brew: String, pkgConfig: String?) -> Target
    {
        .systemLibrary(
            name: name, pkgConfig: pkgConfig, providers: [.apt([debian]), .brew([brew])])
    }
}

let core: [Target] = [
    // The door for numbers from outside.
    .module("Bounds"),
    // Optimised in debug builds as loops over pixels are.
    .pixelModule("Checksums"),
    // Threads and tasks that wait for one another.
    .module("Waiting"),
    .pixelModule("Imaging"),
    .module("PhotoCatalog", uses: ["Bounds", system]),
    .pixelModule("JPEGTiling", uses: ["Imaging", "Checksums"]),
    .pixelModule("TerminalProtocols", uses: ["Imaging", "Bounds"]),
    .pixelModule("TilePyramids", uses: ["Imaging", "Bounds", "Waiting"]),
    .module(
        "PhotoPipeline", uses: ["Imaging", "PhotoCatalog", "TerminalProtocols", "Waiting", system]),
    .module("Settings", uses: ["Bounds"]),
    .textModule(
        "Localization",
        uses: [
            "Imaging", "PhotoCatalog", "TerminalProtocols", "PhotoPipeline", "Settings", system,
        ]),
    .module(
        "Screens",
        uses: [
            "Bounds", "Imaging", "PhotoCatalog", "TerminalProtocols", "PhotoPipeline", "Settings",
            "Localization", system,
        ]),
]

let adapters: [Target] = [
    // Descriptors, threads and folders: for the other adapters.
    .module("Files", uses: ["Waiting", "CFiles", system]),
    .pixelModule(
        "PhotoCodec",
        uses: [
            "Imaging", "Checksums", "JPEGTiling", "Files", "Waiting", system, "CTurboJPEG", "CPNG",
            "CTIFF", "CWebP", "CEXR", "CHEIF", "CJPEG2000", "CJXL", "CLCMS",
        ]),
    .module(
        "Transfer",
        uses: ["Bounds", "Checksums", "PhotoCatalog", "Files", "Waiting", system, "CCurl"]),
    .module("Archive", uses: ["Bounds", "PhotoCatalog", "Files", system, "CSQLite"]),
    // Decodes through the functions it is given: it knows photos, not codecs.
    .module("Sandbox", uses: ["Imaging", "Files", "Waiting", system, "CSandbox"]),
    // Gives them to it: PhotoCodec in a sandboxed process, for both executables.
    .module(
        "Decoding", uses: ["Imaging", "PhotoPipeline", "PhotoCodec", "Sandbox", "Files", system]),
    .target(
        name: "TerminalDevice",
        dependencies: [
            "Bounds", "TerminalProtocols", "Imaging", "CFiles", "CNcursesW", "CThreads",
        ],
        swiftSettings: settings,
        // A part of ncurses that Linux builds apart.
        linkerSettings: [.linkedLibrary("tinfo", .when(platforms: [.linux]))]),
]

let presentation: [Target] = [
    // From a screen to the bytes for the terminal.
    .module(
        "Presentation",
        uses: [
            "Imaging", "TerminalProtocols", "PhotoPipeline", "Localization", "Screens",
            "TerminalDevice", "Files", system,
        ])
]

let shims: [Target] = [
    .loadedLibrary(
        "CCurl", debian: "libcurl4-openssl-dev", brew: "curl", pkgConfig: "libcurl"),
    .library(
        "CTurboJPEG", debian: "libturbojpeg0-dev", brew: "jpeg-turbo", pkgConfig: "libturbojpeg"),
    .library("CPNG", debian: "libpng-dev", brew: "libpng", pkgConfig: "libpng"),
    .loadedLibrary("CTIFF", debian: "libtiff-dev", brew: "libtiff", pkgConfig: "libtiff-4"),
    .loadedLibrary(
        "CJPEG2000", debian: "libopenjp2-7-dev", brew: "openjpeg", pkgConfig: "libopenjp2"),
    .loadedLibrary("CEXR", debian: "libopenexr-dev", brew: "openexr", pkgConfig: "OpenEXR"),
    .loadedLibrary("CWebP", debian: "libwebp-dev", brew: "webp", pkgConfig: "libwebp"),
    .library("CSQLite", debian: "libsqlite3-dev", brew: "sqlite", pkgConfig: "sqlite3"),
    .library("CLCMS", debian: "liblcms2-dev", brew: "little-cms2", pkgConfig: "lcms2"),
    // Loaded as well, and declared by ourselves: most builds have neither.
    .systemLibrary(name: "CHEIF"),
    .systemLibrary(name: "CJXL"),
    // Of the system itself, Linux; empty elsewhere.
    .systemLibrary(name: "CSandbox"),
    .systemLibrary(name: "CFiles"),
    // Compiled: a header cannot define `pthread_create`.
    .target(name: "CThreads"),
    // Linked by its module map: on Linux its pkg-config flags define _XOPEN_SOURCE, which SwiftPM prohibits.
    .loadedLibrary("CNcursesW", debian: "libncurses-dev", brew: "ncurses", pkgConfig: "ncursesw"),
]

let executables: [Target] = [
    .executable(
        "nasa-view", folder: "NASAView",
        uses: [
            "Bounds", "Imaging", "PhotoCatalog", "TerminalProtocols", "PhotoPipeline", "Settings",
            "Localization", "Screens", "Presentation", "TilePyramids", "PhotoCodec", "Sandbox",
            "Decoding", "Transfer", "Archive", "TerminalDevice", "Files", "Waiting", arguments,
            system,
        ]),
    .executable(
        "workbench", folder: "Workbench",
        uses: [
            "Imaging", "PhotoCatalog", "TerminalProtocols", "PhotoPipeline", "Localization",
            "Screens", "TilePyramids", "PhotoCodec", "Sandbox", "Decoding", "Transfer", "Files",
            "TerminalEmulation", "PictureComparing", "StandIn", arguments, system,
        ]),
]

let tests: [Target] = [
    // What a terminal makes of output: for the tests, and for `workbench compare`.
    .testLibrary("TerminalEmulation", uses: ["Imaging", "TerminalProtocols"]),
    // How alike two pictures look.
    .testLibrary("PictureComparing", uses: ["TerminalEmulation", "Imaging"]),
    // What NASA's and other servers answer: to tests, and to everybody by `workbench serve`.
    .testLibrary("StandIn", uses: ["Imaging", "PhotoCatalog", "PhotoCodec", server]),
    .testLibrary("TestSupport", uses: ["TerminalEmulation", "Imaging", "PhotoCatalog", server]),
    .tests("BoundsTests", uses: ["Bounds"]),
    .tests("ChecksumsTests", uses: ["Checksums"]),
    .tests("WaitingTests", uses: ["Waiting"]),
    .tests("FilesTests", uses: ["Files", system]),
    .tests("ImagingTests", uses: ["Imaging"]),
    .tests("TerminalProtocolsTests", uses: ["TerminalProtocols", "Imaging"]),
    .tests("TerminalDeviceTests", uses: ["TerminalDevice", "TerminalProtocols"]),
    .tests("JPEGTilingTests", uses: ["JPEGTiling", "Imaging"]),
    .tests(
        "PhotoCodecTests",
        uses: ["PhotoCodec", "JPEGTiling", "Imaging", "PictureComparing", "Decoding", "Files"]),
    .tests(
        "ScreensTests",
        uses: [
            "Screens", "Localization", "Imaging", "PhotoCatalog", "PhotoPipeline",
            "TerminalProtocols", "Settings",
        ]),
    .tests(
        "PresentationTests",
        uses: [
            "Presentation", "Screens", "Localization", "Imaging", "PhotoCatalog", "PhotoCodec",
            "PhotoPipeline",
            "TerminalProtocols", "TerminalDevice", "TerminalEmulation", system,
        ]),
    .tests(
        "PhotoPipelineTests",
        uses: ["PhotoPipeline", "Imaging", "PhotoCatalog", "PhotoCodec", "TerminalProtocols"]),
    .tests(
        "PictureComparingTests",
        uses: ["PictureComparing", "StandIn", "PhotoCodec", "Imaging", "TerminalProtocols"]),
    .tests("TestSupportTests", uses: ["Imaging"]),
    .tests("SettingsTests", uses: ["Settings"]),
    .tests("TilePyramidsTests", uses: ["TilePyramids", "Imaging", "PhotoCodec", "StandIn"]),
    .tests("SandboxTests", uses: ["Sandbox", "Imaging", "Files", "Waiting"]),
    .tests("ArchiveTests", uses: ["Archive", "PhotoCatalog"]),
    // The programs are dependencies so that they are built before they are run.
    .tests(
        "NASAViewTests",
        uses: [
            "Checksums", "Files", "Imaging", "Localization", "PhotoCodec", "PhotoPipeline",
            "Screens", "TerminalProtocols", "Transfer", "nasa-view", "workbench", system,
        ]),
    .tests("PhotoCatalogTests", uses: ["PhotoCatalog", "StandIn"]),
    .tests(
        "TransferTests", uses: ["Transfer", "PhotoCatalog", "Files", "StandIn", server, system]),
]

/// The fuzz targets: tests that try the inputs that are kept; by `make fuzz`, which sets the variable,
/// programs of libFuzzer's instead, of the same sources.
let isFuzzing = Context.environment["NASA_VIEW_FUZZ"] != nil

extension Target {
    static func fuzzer(
        _ folder: String, uses modules: [Target.Dependency], linking libraries: [String] = []
    ) -> Target {
        let path = "Tests/Fuzz/\(folder)"
        let modules = modules + ["Fuzzing"]
        let linking = libraries.map { LinkerSetting.linkedLibrary($0) }
        guard isFuzzing else {
            return .testTarget(
                name: folder + "FuzzTests", dependencies: modules, path: path,
                swiftSettings: settings, linkerSettings: linking)
        }
        return .executableTarget(
            name: folder + "Fuzzer", dependencies: modules, path: path,
            swiftSettings: settings + [.define("FUZZING"), .unsafeFlags(["-parse-as-library"])],
            linkerSettings: linking)
    }
}

let fuzzers: [Target] = [
    .target(name: "Fuzzing", path: "Tests/Fuzz/Fuzzing", swiftSettings: settings),
    .fuzzer("Text", uses: ["TerminalProtocols"]),
    .fuzzer("Pictures", uses: ["TerminalProtocols", "Imaging", "TestSupport"]),
    .fuzzer(
        "Catalog", uses: ["PhotoCatalog", "TilePyramids", "Imaging", "CCurl", "TestSupport"],
        linking: ["curl"]),
    .fuzzer("Sandbox", uses: ["Sandbox", "Imaging"]),
    .fuzzer("Settings", uses: ["Settings"]),
    .fuzzer("Codec", uses: ["PhotoCodec", "JPEGTiling", "Imaging", "Files"]),
    .fuzzer("Transfer", uses: ["Transfer", "Checksums", "PhotoCatalog", "Files"]),
    .fuzzer(
        "Visit",
        uses: [
            "Screens", "Localization", "PhotoPipeline", "PhotoCatalog", "TerminalProtocols",
            "Imaging",
        ]),
]

let package = Package(
    name: "nasa-view",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "nasa-view", targets: ["nasa-view"]),
        .executable(name: "workbench", targets: ["workbench"]),
    ],
    dependencies: [
        // The command line: Apple's own parser, with help, completions and manual pages made for it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Descriptors that are written whole, and the system's errors: Apple's own, made for this, small.
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // The local API server of tests and `workbench serve`: small, alive, no dependencies.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: core + adapters + presentation + shims + executables + tests + fuzzers,
    swiftLanguageModes: [.v6]
)
