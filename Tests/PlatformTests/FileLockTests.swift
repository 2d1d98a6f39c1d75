import Foundation
import Platform
import TestSupport
import Testing

struct FileLockTests {
    private let directory: TemporaryDirectory
    private var path: FileName { directory.name.appending(FileName("lock")) }

    init() throws { directory = try TemporaryDirectory() }

    @Test func oneAtATimeHoldsIt() throws {
        let first = try FileLock.acquire(at: path)
        let isFree = try FileLock.acquire(at: path) != nil
        #expect(first != nil && !isFree)
    }

    /// As a program does that is being started.
    @Test func itIsLetGoOfThoughItsDescriptorLivesOnElsewhere() throws {
        let copy = try hold()
        let isFree = try FileLock.acquire(at: path) != nil
        #expect(isFree && copy.number >= 0)
    }

    /// Locks the file for a moment; gives a copy of the descriptor.
    private func hold() throws -> FileDescriptor {
        let lock = try FileLock.acquire(at: path)
        let isHeld = lock != nil
        #expect(isHeld)
        let manager = FileManager.default
        let numbers = try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        let number = numbers.first {
            (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path.description
        }
        return try FileDescriptor(duplicating: try #require(number))
    }
}
