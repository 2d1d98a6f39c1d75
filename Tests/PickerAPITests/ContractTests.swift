import HTTPServing
import Testing

@testable import PickerAPI

/// `openapi.yaml` describes every route, and every path that it describes is served.
@Suite struct ContractTests {
    /// The operations of a contract: lines of two spaces with a path, then lines of four with a method.
    static func operations(_ yaml: String) -> Set<String> {
        var operations: Set<String> = []
        var path = ""
        var isInPaths = false
        for line in yaml.split(separator: "\n") {
            if !line.hasPrefix(" ") { isInPaths = line == "paths:" }
            guard isInPaths else { continue }
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            let word = line.dropFirst(4)
            if line.hasPrefix("    "), ["get:", "post:", "put:", "patch:", "delete:"].contains(word) {
                operations.insert("\(word.dropLast().uppercased()) \(path)")
            }
        }
        return operations
    }

    @Test func everyRouteIsDescribedAndEveryPathServed() async throws {
        let api = try await TestAPI()
        let described = Self.operations(String(decoding: PackageResources.openapi_yaml, as: UTF8.self))
        let served = Set(api.router.routes.map { "\($0.method) \($0.template)" })
        #expect(described == served)
        #expect(served.count >= 12)
    }

    @Test func everyQueryParameterIsDescribed() async throws {
        let api = try await TestAPI()
        let yaml = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
        for name in Set(api.router.routes.flatMap(\.query)) {
            let isDescribed =
                yaml.contains("      name: \(name)\n      in: query\n")
                || yaml.contains("        - name: \(name)\n          in: query\n")
            #expect(isDescribed, "\(name)")
        }
    }
}
