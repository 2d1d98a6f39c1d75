import Glibc

/// An array of C strings that ends in nil, as exec(3) takes it.
final class CStringArray {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [FileName]) {
        count = texts.count
        pointers = .allocate(capacity: count + 1)
        for (place, text) in texts.enumerated() {
            (pointers + place).initialize(to: text.withCString { strdup($0) })
        }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for place in 0..<count { free(pointers[place]) }
        pointers.deallocate()
    }
}
