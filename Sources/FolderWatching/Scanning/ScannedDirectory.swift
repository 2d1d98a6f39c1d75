public import Platform

/// One directory of a tree, as a scan found it.
public struct ScannedDirectory: Sendable {
    /// Its place in the order of the scan; the one that the scan starts at is 0. A directory comes after the one that it is in.
    public let number: Int
    /// The number of the directory that it is in; nil for the first.
    public let parent: Int?
    /// Its name there; for the first, the path from the root.
    public let name: FileName
    /// The device it is on; 0 where nothing could be learnt of it.
    public let device: UInt64
    /// Its number on the device; 0 where nothing could be learnt of it.
    public let inode: UInt64
    /// The files that may be media, in no order.
    public var files: [ScannedFile]
    /// Files that are there but may not be whole; nothing else is known of them, and they are not among `files`.
    public var unfinished: [FileName] = []
    /// Names of the directories in it that would be entered, where the scan does not enter any.
    public var directories: [FileName] = []
    /// Why the list may lack something; nil for a whole one. What such a directory lacks can't be taken for gone.
    public var error: SystemError?

    /// Makes a directory.
    public init(
        number: Int, parent: Int?, name: FileName, device: UInt64, inode: UInt64, files: [ScannedFile] = [],
        error: SystemError? = nil
    ) {
        self.number = number
        self.parent = parent
        self.name = name
        self.device = device
        self.inode = inode
        self.files = files
        self.error = error
    }
}

/// A regular file that may be media, as a scan found it.
public struct ScannedFile: Hashable, Sendable {
    /// Its name in its directory.
    public let name: FileName
    /// Which file it is and in which state.
    public let stamp: FileStamp
    /// What the name lets one expect; never `.other`.
    public let guess: NameGuess

    /// Whether the file is known to the disk by other names, too (link(2)).
    public let hasOtherNames: Bool

    /// Makes a file.
    public init(name: FileName, stamp: FileStamp, guess: NameGuess, hasOtherNames: Bool = false) {
        self.name = name
        self.stamp = stamp
        self.guess = guess
        self.hasOtherNames = hasOtherNames
    }

    init(name: FileName, status: FileStatus, guess: NameGuess) {
        self.init(name: name, stamp: status.stamp, guess: guess, hasOtherNames: status.linkCount > 1)
    }
}
