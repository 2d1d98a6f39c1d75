public import PhotoLibrary
public import Platform

/// How the server is, beyond what the library itself knows.
public struct ServiceStatus: Sendable {
    /// What the index does at the moment.
    public enum IndexState: String, Sendable, CaseIterable { case listing, reading, idle }

    /// How the changes of a root are learnt of.
    public enum WatchMode: String, Sendable, CaseIterable {
        /// The kernel tells of each.
        case watching
        /// Its files are compared from time to time.
        case polling
        /// The kernel tells of some directories, the others are compared from time to time.
        case partlyWatching
        /// It can't be reached, or is not watched yet.
        case offline
    }

    /// What watching takes, in all roots.
    public struct Watching: Sendable {
        /// Directories that the kernel tells of.
        public var watchCount: Int
        /// How many it would tell one user of; nil where that is not known.
        public var watchLimit: Int?
        /// How often it lost events since the start.
        public var overflowCount: Int
        /// How often a tree was compared since the start, since events could not tell what changed.
        public var rescanCount: Int

        /// Makes a report.
        public init(watchCount: Int = 0, watchLimit: Int? = nil, overflowCount: Int = 0, rescanCount: Int = 0) {
            self.watchCount = watchCount
            self.watchLimit = watchLimit
            self.overflowCount = overflowCount
            self.rescanCount = rescanCount
        }
    }

    /// One of the folders that the server was told to serve.
    public struct Root: Sendable {
        /// Its folder in the library; nil until it was seen once.
        public var id: FolderID?
        /// Its path.
        public var path: FileName
        /// Why it can't be reached; nil where it can.
        public var offlineReason: String?
        /// How its changes are learnt of.
        public var watchMode: WatchMode

        /// Makes a root's status.
        public init(id: FolderID?, path: FileName, offlineReason: String?, watchMode: WatchMode) {
            self.id = id
            self.path = path
            self.offlineReason = offlineReason
            self.watchMode = watchMode
        }
    }

    /// What the index does.
    public var indexState: IndexState
    /// Whether every root was compared with the library once since the start.
    public var isReady: Bool
    /// Files that were listed and not read yet.
    public var pendingCount: Int
    /// Files read again since the start, since the program reads more of them than the one before it.
    public var rereadCount = 0
    /// Whether such files are being read.
    public var isRereading = false
    /// The roots in the order given.
    public var roots: [Root]
    /// What watching them takes.
    public var watching: Watching
    /// Whether the last write into the data folder worked.
    public var isDataFolderWritable: Bool
    /// Bytes that the stored thumbnails take.
    public var thumbnailByteCount: Int64
    /// How long the server has run.
    public var uptime: Duration

    /// Makes a status.
    public init(
        indexState: IndexState, isReady: Bool, pendingCount: Int, roots: [Root],
        watching: Watching = Watching(), isDataFolderWritable: Bool, thumbnailByteCount: Int64,
        uptime: Duration
    ) {
        self.indexState = indexState
        self.isReady = isReady
        self.pendingCount = pendingCount
        self.roots = roots
        self.watching = watching
        self.isDataFolderWritable = isDataFolderWritable
        self.thumbnailByteCount = thumbnailByteCount
        self.uptime = uptime
    }
}
