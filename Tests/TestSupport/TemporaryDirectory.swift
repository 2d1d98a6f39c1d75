import Foundation
public import Platform

/// A directory of its own for one test, removed with all in it when the test lets go of it.
public final class TemporaryDirectory: Sendable {
    /// Absolute path.
    public let path: String

    /// Makes the directory.
    public init() throws {
        path = NSTemporaryDirectory() + "contactsheet-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path as the kernel takes it.
    public var name: FileName { FileName(path) }

    /// The absolute path of `relative` in here.
    public func path(_ relative: String) -> String { path + "/" + relative }

    /// Writes a file, with its directories, and gives its absolute path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to relative: String) throws -> String {
        // Foundation leaves the file open in programs that other tests start at the same time.
        try write(bytes, to: FileName(relative))
        return path(relative)
    }
}
