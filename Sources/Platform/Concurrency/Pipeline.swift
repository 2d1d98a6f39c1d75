import Dispatch
import Synchronization

/// Makes pieces on the caller's thread, and uses each on another one while the next is made.
public enum Pipeline {
    /// What both threads know. Guard: a buffer is used only once it is made, and made again only once it was used; `use` is
    /// called on the queue alone, which is waited for.
    private struct Shared: @unchecked Sendable {
        let memory: UnsafeMutablePointer<UInt8>
        let use: (Int, UnsafeMutablePointer<UInt8>) -> Bool
    }

    /// Makes and uses all pieces in order; ends with the first that can't be made or used, and tells whether there was none.
    /// - Parameters:
    ///   - pieces: how many there are.
    ///   - depth: how many are held at once.
    ///   - size: bytes of the largest.
    ///   - make: fills the buffer of a piece, on the caller's thread.
    ///   - use: takes it from there, on another thread, one piece at a time.
    public static func run(
        pieces: Int, depth: Int, size: Int, make: (Int, UnsafeMutablePointer<UInt8>) -> Bool,
        use: (Int, UnsafeMutablePointer<UInt8>) -> Bool
    ) -> Bool {
        withoutActuallyEscaping(use) { use in
            let shared = Shared(memory: .allocate(capacity: depth * size), use: use)
            defer { shared.memory.deallocate() }
            let isGood = Atomic<Bool>(true)
            let queue = DispatchQueue(label: "pipeline")
            let room = DispatchSemaphore(value: depth)
            for piece in 0..<pieces where isGood.load(ordering: .relaxed) {
                let start = piece % depth * size
                room.wait()
                guard make(piece, shared.memory + start) else {
                    room.signal()
                    isGood.store(false, ordering: .relaxed)
                    break
                }
                queue.async {
                    if isGood.load(ordering: .relaxed), !shared.use(piece, shared.memory + start) {
                        isGood.store(false, ordering: .relaxed)
                    }
                    room.signal()
                }
            }
            queue.sync {}
            return isGood.load(ordering: .relaxed)
        }
    }
}
