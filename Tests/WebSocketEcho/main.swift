// Sends every message of a WebSocket back. Prints the port and serves until its standard input ends.
import HTTPServing
import Platform

/// The suite sends messages of 16 MB, and some of these in frames of 64 bytes.
let longestMessage = 16 * 1024 * 1024
let mostFragments = longestMessage / 64

var limits = ServerLimits()
limits.webSocket.messageBytes = longestMessage
limits.webSocket.fragments = mostFragments
var router = Router()
router.on(.get, "/") { request, _ throws(HTTPProblem) in
    .upgrade(
        try WebSocketUpgrade(request) { socket in
            while let message = await socket.receive() { try await socket.send(message) }
        })
}
let server = HTTPServer(
    configuration: ServerConfiguration(addresses: [SocketAddress(host: [127, 0, 0, 1], port: 0)], limits: limits),
    log: .silent)
for address in try await server.start(router) { print(address.port) }
while readLine() != nil {}
await server.shutdown(deadline: .seconds(1))
