import HTTPServing
import Platform
import TestSupport

/// Runs a server on a free port of the loopback address as long as `body`, which may block, is talking to it.
@discardableResult
func withServer<Success: Sendable>(
    _ router: Router, limits: ServerLimits = ServerLimits(), loops: Int = 1,
    _ body: @escaping @Sendable (UInt16) throws -> Success
) async throws -> Success {
    let address = SocketAddress(host: [127, 0, 0, 1], port: 0)
    let server = HTTPServer(
        configuration: ServerConfiguration(addresses: [address], loops: loops, limits: limits), log: .silent)
    let port = try await server.start(router)[0].port
    do {
        let result = try await offPool { try body(port) }
        await server.shutdown(deadline: .zero)
        return result
    } catch {
        await server.shutdown(deadline: .zero)
        throw error
    }
}

/// A router with something of each kind: `/small`, `/large` (3 MB), `/json`, `/later`, `/items/{id}`, `/echo`.
func sampleRouter() -> Router {
    var router = Router()
    router.on(.get, "/") { _, _ in .now(HTTPResponse(type: "text/plain", Array("root".utf8))) }
    router.on(.get, "/small") { _, _ in .now(HTTPResponse(type: "text/plain", Array("small".utf8))) }
    router.on(.get, "/large") { _, _ in .now(HTTPResponse(type: "image/jpeg", largeContent)) }
    router.on(.get, "/json") { _, _ in
        .now(
            HTTPResponse(.ok, fields: ["Content-Type": "application/json", "ETag": "\"j\""], body: .bytes(jsonContent)))
    }
    router.on(.get, "/later") { _, _ in .later { HTTPResponse(type: "text/plain", Array("later".utf8)) } }
    router.on(.get, "/items/{id}", query: ["w", "h"], produces: ["application/json"]) { _, parameters in
        .now(HTTPResponse(json: Array("\"\(parameters["id"])\"".utf8)))
    }
    router.on(.post, "/echo", consumes: ["text/plain"], bodyLimit: 100_000) { request, _ in
        .now(HTTPResponse(type: "application/octet-stream", request.body))
    }
    return router
}

/// Three megabytes that differ from place to place: a prime number of bytes again and again.
let largeContent: [UInt8] = {
    let block = (0..<4099).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 5) }
    var content: [UInt8] = []
    while content.count < 3_000_000 { content.append(contentsOf: block) }
    return Array(content.prefix(3_000_000))
}()
/// JSON that is worth compressing.
let jsonContent = Array("[\((0..<20_000).map(String.init).joined(separator: ","))]".utf8)
