import Platform
import Testing

@Suite struct ChildProcessTests {
    @Test func aChildIgnoresNoSignalThoughItsParentDoes() throws {
        ignoreBrokenPipes()
        // A message is its length in four bytes, here 16, and its bytes.
        let script = #"""
            while read name mask; do if [ $name = SigIgn: ]; then break; fi; done < /proc/self/status
            printf '\020\0\0\0%s' $mask >&3
            """#
        let child = try ChildProcess(executable: FileName("/bin/sh"), arguments: ["-c", script], environment: [])
        let message = try child.socket.receive(limit: 100, deadline: .now + .seconds(20))
        let mask = try #require(UInt64(String(decoding: message.bytes, as: UTF8.self), radix: 16))
        // Signals 32 and 33 are the C library's own.
        #expect(mask & 0x7FFF_FFFF == 0)
        _ = child.end()
    }
}
