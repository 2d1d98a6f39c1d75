import ParserFuzzing

/// What libFuzzer calls with one input after the other (llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    Parsers.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
