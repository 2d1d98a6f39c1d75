// Sends every message of a WebSocket back. Prints the port and serves until its standard input ends.
import HTTPServing
import Platform

/// The suite sends messages of 16 MB, and some of these in frames of 64 bytes.
let longestMessage = 16 * 1024 * 1024
let mostFragments = longestMessage / 64

ProcessFacts.raiseDescriptorLimit()
var limits = ServerLimits()
limits.connections = 20_000
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
let address = try await server.start(router)[0]
// Not by `print`, which keeps what it writes to a pipe until the end.
try FileDescriptor(owning: 1).write("\(address.port)\n".utf8)
while readLine() != nil {}
await server.shutdown(deadline: .seconds(1))
