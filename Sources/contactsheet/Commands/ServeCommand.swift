import HTTPServing
import Ingesting
import MediaDecoding
import PhotoLibrary
import PickerAPI
import Platform

/// `contactsheet serve`: indexes the folders and serves them until it is told to end.
struct ServeCommand {
    static func command(environment: [String: FileName]) -> Command {
        Command(
            name: "serve", operands: "FOLDER…", summary: "Indexes the folders and serves them over HTTP.",
            options: ServeConfiguration.options
        ) { arguments in
            let library = try LibraryConfiguration(arguments, environment: environment)
            return try await run(library, try ServeConfiguration(arguments, serving: library.folders))
        }
    }

    private static func run(_ library: LibraryConfiguration, _ serve: ServeConfiguration) async throws -> ExitCode {
        let log = library.log
        let start = ContinuousClock.now
        ProcessFacts.raiseDescriptorLimit()
        let composition = try await Composition.make(library, isServing: true)
        let thumbnails = try ThumbnailService(
            directory: library.dataFolder.appending(FileName("thumbnails")), byteLimit: serve.thumbnailByteLimit,
            decoder: composition.decoders, log: log)
        let playables = try PlayableService(
            directory: library.dataFolder.appending(FileName("playables")), byteLimit: serve.videoByteLimit,
            executable: composition.executable, width: conversionWidth, log: log)
        var limits = ServerLimits()
        limits.connections = serve.connectionLimit
        let server = HTTPServer(
            configuration: ServerConfiguration(addresses: [serve.address], limits: limits), log: log)
        let tokens = try TokenKeeper(in: library.dataFolder)
        if serve.isTokenRequired, tokens.all.isEmpty {
            log.warning("a token is needed for all requests, and there is none; see contactsheet token create --help")
        }
        let callbacks = CallbackDeliverer(
            selections: composition.selections, allowsPrivate: serve.allowsPrivateCallbacks, log: log)
        let access = AccessGuard(tokens, isTokenRequired: serve.isTokenRequired)
        var router = Router(cors: serve.corsPolicy, guardian: access.guardian)
        let services = services(composition, callbacks, thumbnails, playables, server, tokens, serve, start: start)
        PickerAPI.addRoutes(to: &router, services)
        for address in try await server.start(router) {
            log.info("serving", ["address": "http://\(address)", "folders": library.folders.count])
        }
        // A failure is in the progress and in the log.
        let indexing = Task { try? await composition.ingester.start() }
        let readingTokens = Task {
            await tokens.run(on: BlockingPool(label: "contactsheet.tokens", width: 1), log: log)
        }
        let expiring = Task { await composition.expireRegularly(keeping: serve.history) }
        let following = Task { await composition.selections.run() }
        let delivering = Task { await callbacks.run() }
        let rendering = Task { if !serve.hasLazyThumbnails { await BackgroundRendering(services).run() } }
        let signal = await TerminationSignal.wait()
        log.info("ending", ["signal": signal ?? "none"])
        expiring.cancel()
        readingTokens.cancel()
        following.cancel()
        delivering.cancel()
        rendering.cancel()
        await server.shutdown(deadline: serve.shutdownTime)
        await composition.close()
        await indexing.value
        log.info("ended")
        return .success
    }

    private static func services(
        _ composition: Composition, _ callbacks: CallbackDeliverer, _ thumbnails: ThumbnailService,
        _ playables: PlayableService, _ server: HTTPServer, _ tokens: TokenKeeper, _ serve: ServeConfiguration,
        start: ContinuousClock.Instant
    ) -> Services {
        let (indexer, ingester) = (composition.indexer, composition.ingester)
        let dataFolder = composition.configuration.dataFolder
        let opener = FileOpener(composition.library)
        return Services(
            library: composition.library, selections: composition.selections, callbacks: callbacks,
            decoder: composition.decoders,
            thumbnails: thumbnails, playables: playables,
            openFile: { folder, name throws(SystemError) in try opener.open(name, in: folder) },
            blocking: BlockingPool(label: "contactsheet.files", width: blockingWidth),
            rescan: { indexer.requestRescan() }, refresh: { try await indexer.reread($0) },
            settle: { await ingester.settle(within: $0) },
            status: {
                StatusReport(composition: composition, thumbnails: thumbnails, uptime: .now - start).status
            },
            // Of a folder that can't be reached nothing is free.
            freeByteCount: { (try? FileSystemStatus(at: dataFolder))?.availableBytes ?? 0 },
            serverMetrics: { await server.metrics().prometheusText }, uploads: serve.uploads.map(UploadFolder.init),
            tokens: tokens,
            isTokenRequired: serve.isTokenRequired, programVersion: Composition.version,
            log: composition.configuration.log)
    }

    /// Videos that are made playable at once: each keeps two cores busy.
    private static let conversionWidth = 1
    /// Files that may be opened at once: disks that sleep or hang must not hold up the others at once.
    private static let blockingWidth = 16
}
