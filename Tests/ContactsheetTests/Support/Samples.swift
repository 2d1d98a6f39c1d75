import Foundation
import Platform
import TestSupport

/// Small pictures and videos of known content: the decoder's fixtures and those of these tests.
enum Samples {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()  // Support
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folders = ["ContactsheetTests/Fixtures", "MediaDecodingTests/Fixtures"]
        .map { tests.appendingPathComponent($0) }

    /// The bytes of a sample such as `dates/leap_ok.jpg`.
    static func bytes(_ name: String) throws -> [UInt8] {
        for folder in folders.dropLast() {
            if let data = try? Data(contentsOf: folder.appendingPathComponent(name)) { return [UInt8](data) }
        }
        return [UInt8](try Data(contentsOf: folders[folders.count - 1].appendingPathComponent(name)))
    }

    /// The names of all samples of a kind, such as `dates`.
    static func names(_ kind: String) -> [String] {
        folders.flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(kind).path)) ?? []
        }.sorted().map { "\(kind)/\($0)" }
    }

    /// A JPEG of 160 x 120 pixels that differs from any other number's, in its last bytes alone.
    static func picture(_ number: Int = 0) throws -> [UInt8] {
        try bytes("dates/leap_ok.jpg") + Array("#\(number)".utf8)
    }

    /// Third-party samples, which are not part of the project: the folder that CONTACTSHEET_SAMPLES names, where there
    /// is one.
    static let thirdParty = ProcessInfo.processInfo.environment["CONTACTSHEET_SAMPLES"].map { URL(fileURLWithPath: $0) }
}

extension TemporaryDirectory {
    /// Puts samples in here, under their own names or in folders of their kind.
    func add(_ samples: [String], flat: Bool = true) throws {
        for sample in samples {
            let name = flat ? sample.split(separator: "/").last.map(String.init) ?? sample : sample
            try write(Samples.bytes(sample), to: FileName(name))
        }
    }
}
