import PhotoLibrary
import PickerAPI
import Platform

/// `contactsheet token create|list|revoke`: who may use the server, whether it runs at the moment or not.
struct TokenCommand {
    static let name = Option("name", "NAME", help: "create: what to call the token, such as who gets it.")
    static let scope = Option(
        "scope", "SCOPE",
        help:
            "create: read (default) sees all, limited sees chosen assets alone, addOnly adds and sees nothing, write changes "
            + "things too, admin does all.")
    static let expires = Option(
        "expires", "TIME", help: "create: how long the token holds, such as 30d, 12h or 15m. Default until revoked.")

    static let asset = Option(
        "asset", "ID", repeats: true, help: "create: an asset that a limited token shows; more can be chosen later.")

    static let options = [name, scope, expires, asset, CommonOptions.data]

    static func command(environment: [String: FileName]) -> Command {
        Command(
            name: "token", operands: "create | list | revoke ID",
            summary: "Makes, lists and revokes tokens; a running server knows of it within a second.",
            options: options
        ) { arguments in
            try run(arguments, in: try CommonOptions.dataFolder(arguments, environment: environment))
        }
    }

    private static func run(_ arguments: Arguments, in dataFolder: FileName) throws -> ExitCode {
        let words = arguments.operands.map(\.description)
        switch (words.first, words.count) {
        case ("create", 1):
            let (name, scope, lifetime) = try wish(arguments)
            let assets = try assets(arguments, scope)
            let made = try keeper(dataFolder).create(name: name, scope: scope, lifetime: lifetime, assets: assets)
            CommandLineTool.complain("The token \(made.token.id), which is not shown again:\n")
            print(made.text)
        case ("list", 1):
            for token in try keeper(dataFolder).all {
                let end = token.expiryDate.map { "until \($0.rfc3339)" } ?? "until revoked"
                print("\(token.id)  \(token.scope)  \(end)  \(token.name)")
            }
        case ("revoke", 2):
            guard try keeper(dataFolder).revoke(words[1]) else {
                CommandLineTool.complain("contactsheet: there is no token '\(words[1])'\n")
                return .failure
            }
        default:
            throw UsageError(
                description: "say create, list or revoke ID, not '\(words.joined(separator: " "))'")
        }
        return .success
    }

    private static func keeper(_ dataFolder: FileName) throws -> TokenKeeper {
        try Directory.make(at: dataFolder, mode: 0o700)
        return try TokenKeeper(in: dataFolder)
    }

    private static func assets(_ arguments: Arguments, _ scope: TokenScope) throws(UsageError) -> [AssetID] {
        let given = arguments.all(asset)
        guard given.isEmpty || scope == .limited, given.count <= TokenKeeper.subsetLimit else {
            throw UsageError(
                description:
                    "\(asset.flag): only with \(Self.scope.flag) limited, and \(TokenKeeper.subsetLimit) at most")
        }
        return try given.map { value throws(UsageError) in
            guard let id = AssetID(value.text) else { throw value.refused("must be the id of an asset") }
            return id
        }
    }

    private static func wish(_ arguments: Arguments) throws(UsageError) -> (String, TokenScope, Duration?) {
        guard let name = arguments.value(Self.name)?.text else {
            throw UsageError(description: "\(Self.name.flag) is needed")
        }
        guard TokenKeeper.isName(name) else {
            throw UsageError(description: "\(Self.name.flag): a line of at most \(TokenKeeper.nameLimit) characters")
        }
        let scope = try arguments.word(Self.scope, default: TokenScope.read)
        guard let given = arguments.value(expires) else { return (name, scope, nil) }
        guard let lifetime = TokenLifetime.duration(given.text) else {
            throw given.refused("must be a length of time such as 30d, 12h or 15m")
        }
        return (name, scope, lifetime)
    }
}
