import HTTPServing

extension ServerMetrics {
    /// The HTTP server's metrics in Prometheus' text format 0.0.4.
    var prometheusText: String {
        var text = ""
        func metric(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: String)]) {
            text += "# HELP contactsheet_http_\(name) \(help)\n# TYPE contactsheet_http_\(name) \(type)\n"
            for sample in samples { text += "contactsheet_http_\(name)\(sample.labels) \(sample.value)\n" }
        }
        metric("connections_open", "gauge", "Connections open now.", [("", "\(openConnections)")])
        metric("websockets_open", "gauge", "WebSockets open now.", [("", "\(openWebSockets)")])
        metric("streams_open", "gauge", "Responses of unknown length being sent now.", [("", "\(openStreams)")])
        metric("connections_total", "counter", "Connections taken.", [("", "\(acceptedConnections)")])
        metric("connections_refused_total", "counter", "Connections refused.", [("", "\(refusedConnections)")])
        metric("accept_pauses_total", "counter", "Pauses for want of descriptors.", [("", "\(acceptPauses)")])
        metric("content_bytes_total", "counter", "Bytes of content announced.", [("", "\(contentBytes)")])
        metric(
            "responses_total", "counter", "Responses by class of status.",
            (1...5).map { ("{class=\"\($0)xx\"}", "\(responsesByClass[$0])") })
        var below = 0
        var buckets: [(labels: String, value: String)] = []
        for (bound, count) in zip(Self.durationBounds, durationCounts) {
            below += count
            buckets.append(("_bucket{le=\"\(bound / .seconds(1))\"}", "\(below)"))
        }
        let total = durationCounts.reduce(0, +)
        buckets.append(("_bucket{le=\"+Inf\"}", "\(total)"))
        buckets.append(("_sum", "\(durationSum / .seconds(1))"))
        buckets.append(("_count", "\(total)"))
        metric("duration_seconds", "histogram", "From a request's head to its response.", buckets)
        return text
    }
}
