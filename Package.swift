// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "contactsheet",
    products: [.executable(name: "contactsheet", targets: ["contactsheet"])],
    targets: [
        // C at the border.
        .target(name: "CLinux", cSettings: [.define("_GNU_SOURCE")]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .target(
            name: "CFFmpeg",
            linkerSettings: ["avformat", "avcodec", "avutil", "swscale"].map { .linkedLibrary($0) }),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CLibRaw", linkerSettings: [.linkedLibrary("raw")]),
        .target(name: "CExiv", linkerSettings: [.linkedLibrary("exiv2")]),

        // The house, from the ground up. Arrows point down only; siblings never import each other.
        .target(name: "Platform", dependencies: ["CLinux", "CCrypto"], swiftSettings: strict),
        .target(
            name: "HTTPServing", dependencies: ["Platform", "CWslay", "CZlib"], exclude: ["README.md"],
            swiftSettings: strict),
        .target(name: "PhotoLibrary", dependencies: ["Platform", "CSQLite"], swiftSettings: strict),
        .target(
            name: "FolderWatching", dependencies: ["Platform", "CInotifyTools"], exclude: ["README.md"],
            swiftSettings: strict),
        .target(
            name: "MediaDecoding",
            dependencies: ["Platform", "CVips", "CJPEG", "CExiv", "CFFmpeg", "CLibRaw", "CXXHash", "CBrotli"],
            swiftSettings: strict),
        .target(
            name: "Ingesting", dependencies: ["Platform", "FolderWatching", "MediaDecoding", "PhotoLibrary"],
            exclude: ["README.md"],
            swiftSettings: strict),
        .target(
            name: "PickerAPI",
            dependencies: ["Platform", "HTTPServing", "PhotoLibrary", "MediaDecoding", "CArchive", "CCurl"],
            resources: [
                .embedInCode("Resources/openapi.yaml"), .embedInCode("Resources/client.js"),
                .embedInCode("Resources/pick.html"), .embedInCode("Resources/pick.css"),
                .embedInCode("Resources/pick.js"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "contactsheet",
            dependencies: [
                "Platform", "HTTPServing", "PhotoLibrary", "FolderWatching", "MediaDecoding", "Ingesting", "PickerAPI",
            ],
            swiftSettings: strict),

        // Tests mirror the sources.
        .target(
            name: "ParserFuzzing", dependencies: ["Ingesting", "MediaDecoding", "PhotoLibrary", "Platform"],
            path: "Tests/ParserFuzzing", swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(
            name: "websocket-echo", dependencies: ["HTTPServing", "Platform"], path: "Tests/WebSocketEcho",
            swiftSettings: strict),
        .executableTarget(
            name: "large-catalogue", dependencies: ["PhotoLibrary", "Platform"], path: "Tests/LargeCatalogue",
            swiftSettings: strict),
        .testTarget(
            name: "ParserFuzzingTests", dependencies: ["ParserFuzzing"], resources: [.copy("Corpus")],
            swiftSettings: strict),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "HTTPServingTests", dependencies: ["HTTPServing", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "PhotoLibraryTests", dependencies: ["PhotoLibrary", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FolderWatchingTests", dependencies: ["FolderWatching", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MediaDecodingTests", dependencies: ["MediaDecoding", "CVips", "TestSupport", "contactsheet"],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(name: "IngestingTests", dependencies: ["Ingesting", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PickerAPITests",
            dependencies: ["PickerAPI", "HTTPServing", "PhotoLibrary", "MediaDecoding", "Platform", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ContactsheetTests", dependencies: ["contactsheet", "CVips", "Platform", "TestSupport"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings the main function, so this target builds with its sanitizer alone; see `make fuzz`.
if Context.environment["CONTACTSHEET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz-parsers", dependencies: ["ParserFuzzing"], path: "Tests/FuzzParsers",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
