public import PhotoLibrary
public import Platform

/// How the server is, beyond what the library itself knows.
public struct ServiceStatus: Sendable {
    /// What the index does at the moment.
    public enum IndexState: String, Sendable, CaseIterable { case listing, reading, idle }

    /// One of the folders that the server was told to serve.
    public struct Root: Sendable {
        /// Its folder in the library; nil until it was seen once.
        public var id: FolderID?
        /// Its path.
        public var path: FileName
        /// Why it can't be reached; nil where it can.
        public var offlineReason: String?

        /// Makes a root's status.
        public init(id: FolderID?, path: FileName, offlineReason: String?) {
            self.id = id
            self.path = path
            self.offlineReason = offlineReason
        }
    }

    /// What the index does.
    public var indexState: IndexState
    /// Whether every root was compared with the library once since the start.
    public var isReady: Bool
    /// Files that were listed and not read yet.
    public var pendingCount: Int
    /// The roots in the order given.
    public var roots: [Root]
    /// Whether the last write into the data folder worked.
    public var isDataFolderWritable: Bool
    /// Bytes free where the data folder is.
    public var freeByteCount: Int64
    /// Bytes that the stored thumbnails take.
    public var thumbnailByteCount: Int64
    /// How long the server has run.
    public var uptime: Duration

    /// Makes a status.
    public init(
        indexState: IndexState, isReady: Bool, pendingCount: Int, roots: [Root], isDataFolderWritable: Bool,
        freeByteCount: Int64, thumbnailByteCount: Int64, uptime: Duration
    ) {
        self.indexState = indexState
        self.isReady = isReady
        self.pendingCount = pendingCount
        self.roots = roots
        self.isDataFolderWritable = isDataFolderWritable
        self.freeByteCount = freeByteCount
        self.thumbnailByteCount = thumbnailByteCount
        self.uptime = uptime
    }
}
