import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// Looking after the server: `/rescan`, `/health`, `/ready`, `/metrics`, `/openapi.yaml`, `/client.js`.
struct ServiceRoutes: Sendable {
    let services: Services
    /// The contract, `openapi.yaml`.
    let contract: [UInt8]
    /// The client for web pages, `client.js`.
    let client: [UInt8]

    func add(to router: inout Router) {
        router.on(.post, "/rescan", access: .admin) { _, _ throws(HTTPProblem) in
            // What has to wait for space goes on by itself; who asks for more is told.
            guard services.status().isDataFolderWritable else { throw .insufficientStorage }
            services.rescan()
            return .now(HTTPResponse(.accepted))
        }
        router.on(.get, "/health", produces: ["application/json"], access: .open) { request, _ in
            .later { () async throws(HTTPProblem) in
                .status(json: try await services.guarded { try await services.blocking.run { health(for: request) } })
            }
        }
        router.on(.get, "/ready", produces: ["application/json"], access: .open) { _, _ throws(HTTPProblem) in
            guard services.status().isReady else {
                throw HTTPProblem(
                    503, "not-ready", "Not ready yet", detail: "the folders are being listed",
                    fields: ["Retry-After": "1"])
            }
            return .now(.status(json: Array(#"{"status":"ready"}"#.utf8)))
        }
        router.on(.get, "/metrics", produces: ["text/plain"], access: .admin) { _, _ in
            .later { () async throws(HTTPProblem) in
                let own = try await services.guarded { try await services.blocking.run(metrics) }
                let text = own + (await services.serverMetrics())
                var response = HTTPResponse(type: "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
                response.fields.append("Cache-Control", "no-store")
                return response
            }
        }
        router.addDocument("/openapi.yaml", type: "application/yaml", contract)
        router.addDocument("/client.js", type: "text/javascript", client)
    }

    /// How the server is. Where a token is needed, only who may read is told of folders and numbers.
    private func health(for request: HTTPRequest) -> [UInt8] {
        let status = services.status()
        let snapshot = services.library.snapshot
        let isOK = status.isDataFolderWritable && status.roots.allSatisfy { $0.offlineReason == nil }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("status")
        writer.value(isOK ? "ok" : "degraded")
        if services.isTokenRequired, !(request.apiCaller?.mayRead ?? false) {
            writer.endObject()
            return writer.bytes
        }
        writer.key("program")
        writer.value(services.programVersion)
        writer.key("version")
        writer.value(snapshot.version)
        writer.key("uptimeSeconds")
        writer.value(status.uptime.seconds)
        writer.key("index")
        writer.beginObject()
        writer.members(ofIndex: status, assetCount: snapshot.assetCount)
        writer.endObject()
        writer.key("roots")
        writer.beginArray()
        for root in status.roots { writer.value(root) }
        writer.endArray()
        writer.key("storage")
        writer.beginObject()
        writer.key("isWritable")
        writer.value(status.isDataFolderWritable)
        writer.key("freeByteCount")
        writer.value(services.freeByteCount())
        writer.key("thumbnailByteCount")
        writer.value(status.thumbnailByteCount)
        writer.endObject()
        writer.key("rendering")
        writer.value(services.rendering.progress)
        writer.endObject()
        return writer.bytes
    }

    @Sendable private func metrics() -> String {
        let status = services.status()
        let snapshot = services.library.snapshot
        func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) -> String {
            "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
        }
        func counter(_ name: String, _ help: String, _ value: some CustomStringConvertible) -> String {
            "# HELP \(name) \(help)\n# TYPE \(name) counter\n\(name) \(value)\n"
        }
        let rendering = services.thumbnails.statistics
        let thumbnails =
            counter("contactsheet_thumbnail_renders_total", "Thumbnails rendered of originals.", rendering.renders)
            + counter(
                "contactsheet_thumbnail_reductions_total", "Thumbnails made of larger ones.", rendering.reductions)
            + counter("contactsheet_thumbnail_failures_total", "Thumbnails that failed.", rendering.failures)
            + counter("contactsheet_thumbnail_memory_hits_total", "Thumbnails that memory had.", rendering.memoryHits)
            + counter("contactsheet_thumbnail_disk_hits_total", "Thumbnails that the disk had.", rendering.diskHits)
        let changes = services.library.changeStatistics
        let differences =
            counter("contactsheet_differences_total", "Changes of fetches worked out.", changes.count)
            + counter(
                "contactsheet_difference_seconds_total", "Time that this took.", changes.time / .seconds(1))
        let sent = services.callbacks.counts
        let callbacks =
            counter("contactsheet_callback_attempts_total", "Callbacks sent.", sent.attempts)
            + counter("contactsheet_callback_failures_total", "Callbacks sent in vain.", sent.failures)
            + gauge(
                "contactsheet_callbacks_pending", "Callbacks to be sent.",
                services.selections.deliveries.count { $0.state == .pending })
        let watching = status.watching
        let watches =
            gauge("contactsheet_watches", "Directories that the kernel tells of.", watching.watchCount)
            + (watching.watchLimit.map {
                gauge("contactsheet_watch_limit", "Directories that it would tell one user of.", $0)
            } ?? "")
            + counter("contactsheet_watch_overflows_total", "Times that it lost events.", watching.overflowCount)
            + counter(
                "contactsheet_watch_rescans_total", "Trees compared since events could not tell.", watching.rescanCount)
        return gauge("contactsheet_assets", "Assets in the library.", snapshot.assetCount)
            + gauge("contactsheet_library_version", "Version of the library.", snapshot.version)
            + gauge("contactsheet_pending_files", "Files listed and not read yet.", status.pendingCount)
            + gauge(
                "contactsheet_roots_offline", "Roots that can't be reached.",
                status.roots.count { $0.offlineReason != nil })
            + gauge("contactsheet_thumbnail_bytes", "Bytes of stored thumbnails.", status.thumbnailByteCount)
            + gauge("contactsheet_data_free_bytes", "Bytes free for the data folder.", services.freeByteCount())
            + gauge("contactsheet_uptime_seconds", "Seconds since the start.", status.uptime.seconds)
            + gauge("process_resident_memory_bytes", "Resident memory.", ProcessFacts.residentByteCount) + thumbnails
            + differences + watches + callbacks
    }
}
