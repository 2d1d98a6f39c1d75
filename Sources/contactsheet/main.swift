import MediaDecoding

if CommandLine.arguments.dropFirst().first == DecoderProcess.argument { DecoderProcess.run() }
print("contactsheet")
