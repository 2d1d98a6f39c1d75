extension FileDescriptor {
    /// A descriptor in a box, for where only copyable values can go, such as an array; closed with the last reference.
    public final class Box: Sendable {
        /// The descriptor.
        public let descriptor: FileDescriptor

        /// Puts a descriptor into a box.
        public init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }
}
