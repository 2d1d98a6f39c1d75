public import MediaDecoding
public import PhotoLibrary
public import Platform

/// What the routes need of the rest of the house, handed over by the composition root.
public struct Services: Sendable {
    /// The library that is served.
    public var library: Library
    /// Keeps selections.
    public var selections: SelectionKeeper
    /// Tells callers' addresses how selections ended.
    public var callbacks: CallbackDeliverer
    /// Renders thumbnails.
    public var decoder: any MediaDecoder
    /// Keeps thumbnails.
    public var thumbnails: ThumbnailService
    /// Makes videos playable.
    public var playables: PlayableService
    /// Opens a file of the library to be read; may block.
    public var openFile: @Sendable (FolderID, FileName) throws(SystemError) -> FileDescriptor
    /// Where calls that block are made.
    public var blocking: BlockingPool
    /// Asks for another scan of the folders.
    public var rescan: @Sendable () -> Void
    /// Reads an asset's file again and commits what it says.
    public var refresh: @Sendable (AssetID) async throws -> Void
    /// Waits, no longer than told, until all that was done on disk before is in the library; tells whether it is.
    public var settle: @Sendable (Duration) async -> Bool
    /// How far the scan is, and what can be reached; never waits.
    public var status: @Sendable () -> ServiceStatus
    /// Bytes free where the data folder is; may block.
    public var freeByteCount: @Sendable () -> Int64
    /// Further metrics in Prometheus' text format, such as the HTTP server's own.
    public var serverMetrics: @Sendable () async -> String
    /// Where clients' pictures are put; nil where they are not taken.
    public var uploads: UploadFolder?
    /// All tokens.
    public var tokens: TokenKeeper
    /// Whether who shows no token may have nothing but what is open to everybody.
    public var isTokenRequired: Bool
    /// Version of the program.
    public var programVersion: String
    /// Is told of faults.
    public var log: Log
    /// How far thumbnails are that nobody asked for yet.
    let rendering = BackgroundRendering.Meter()
    /// The part of the library that the caller sees; nil for all of it.
    var scope: LibraryScope?
    /// The selection that the caller alone may act on; nil where it is not bound to one.
    var ownSelection: SelectionID?

    /// Puts the parts together.
    public init(
        library: Library, selections: SelectionKeeper, callbacks: CallbackDeliverer, decoder: any MediaDecoder,
        thumbnails: ThumbnailService, playables: PlayableService,
        openFile: @escaping @Sendable (FolderID, FileName) throws(SystemError) -> FileDescriptor,
        blocking: BlockingPool, rescan: @escaping @Sendable () -> Void,
        refresh: @escaping @Sendable (AssetID) async throws -> Void,
        settle: @escaping @Sendable (Duration) async -> Bool,
        status: @escaping @Sendable () -> ServiceStatus,
        freeByteCount: @escaping @Sendable () -> Int64, serverMetrics: @escaping @Sendable () async -> String,
        uploads: UploadFolder?, tokens: TokenKeeper, isTokenRequired: Bool, programVersion: String, log: Log
    ) {
        self.library = library
        self.selections = selections
        self.callbacks = callbacks
        self.decoder = decoder
        self.thumbnails = thumbnails
        self.playables = playables
        self.openFile = openFile
        self.blocking = blocking
        self.rescan = rescan
        self.refresh = refresh
        self.settle = settle
        self.status = status
        self.freeByteCount = freeByteCount
        self.serverMetrics = serverMetrics
        self.uploads = uploads
        self.tokens = tokens
        self.isTokenRequired = isTokenRequired
        self.programVersion = programVersion
        self.log = log
    }
}
