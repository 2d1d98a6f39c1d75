import MediaDecoding

if CommandLine.arguments.dropFirst().first == DecoderProcess.argument { DecoderProcess.run(arguments: Array(CommandLine.arguments.dropFirst(2))) }
print("contactsheet")
