import Glibc
import MediaDecoding
import Platform

let words = ProcessFacts.arguments
if words.first == FileName(DecoderProcess.argument) { DecoderProcess.run() }
if words.first == FileName(ConverterProcess.argument) { ConverterProcess.run() }
let environment = ProcessFacts.environment
let tool = CommandLineTool(
    commands: [
        ServeCommand.command(environment: environment), IndexCommand.command(environment: environment),
        TokenCommand.command(environment: environment), DoctorCommand.command(environment: environment),
    ], version: Composition.version)
exit(await tool.run(words, environment: environment).rawValue)
