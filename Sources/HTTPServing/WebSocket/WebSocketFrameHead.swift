/// How long a frame is (RFC 6455 section 5.2), and whether it breaks a rule for which wslay closes without a code.
struct WebSocketFrameHead {
    /// Length of the head in bytes, with the mask.
    let headLength: Int
    /// Length of the payload in bytes; what does not fit 62 bits is as long as can be.
    let payloadLength: Int
    /// Whether the frame is no part of a message.
    let isControl: Bool
    /// Whether no frame may be so: a length that is not written in the shortest way or has a sign, a control frame that
    /// is long or in fragments, or a close frame with half a code.
    let isMalformed: Bool

    /// Reads the head at the start of `bytes`; nil where it is not all there.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 0x7F)
        let lengthBytes = short == 127 ? 8 : short == 126 ? 2 : 0
        headLength = 2 + lengthBytes + (bytes[1] & 0x80 == 0 ? 0 : 4)
        guard bytes.count >= headLength else { return nil }
        let long = bytes[2..<(2 + lengthBytes)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        payloadLength = lengthBytes == 0 ? short : Int(min(long, UInt64(Int.max / 2)))
        let opcode = bytes[0] & 0x0F
        isControl = opcode >= 8
        let isFinal = bytes[0] & 0x80 != 0
        isMalformed =
            lengthBytes > 0 && long < (lengthBytes == 2 ? 126 : 65536) || long > UInt64(Int.max)
            || isControl && (payloadLength > 125 || !isFinal) || opcode == 8 && payloadLength == 1
    }

    /// Length of the frame in bytes.
    var length: Int { headLength + payloadLength }
}
