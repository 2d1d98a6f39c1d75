import Platform
import Testing

@testable import Ingesting

@Suite struct SidecarNamingTests {
    private struct Case: CustomTestStringConvertible {
        let file: String
        let sidecar: String
        var isFound = true
        var testDescription: String { "\(sidecar) of \(file)" }
    }

    private static let long = String(repeating: "n", count: 50)

    private static let cases = [
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.JPG.xmp"),
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.xmp"),
        Case(file: "IMG_1.CR2", sidecar: "IMG_1.XMP"),
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.AAE"),
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.JPG.json"),
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.JPG.supplemental-metadata.json"),
        Case(file: "IMG_1(2).JPG", sidecar: "IMG_1.JPG(2).json"),
        Case(file: "IMG_1(2).JPG", sidecar: "IMG_1.JPG.supplemental-metadata(2).json"),
        Case(file: "IMG_1-edited.JPG", sidecar: "IMG_1.JPG.json"),
        Case(file: "IMG_1-edited(1).JPG", sidecar: "IMG_1.JPG(1).json"),
        Case(file: "\(long).jpg", sidecar: "\(long.prefix(46)).json"),
        Case(file: "\(long.prefix(30)).jpg", sidecar: "\(long.prefix(30)).jpg.supplementa.json"),
        Case(file: "\(long.prefix(30)).jpg", sidecar: "\(long.prefix(30)).jpg.supple.json", isFound: false),
        Case(file: "IMG_1.JPG", sidecar: "IMG_10.xmp", isFound: false),
        Case(file: "IMG_1.JPG", sidecar: "IMG_1.json", isFound: false),
        Case(file: "IMG_1.mp4.jpg", sidecar: "IMG_1.xmp", isFound: false),
    ]

    @Test("a file finds its sidecars, and they find it", arguments: cases)
    private func bothWays(_ one: Case) {
        let file = FileName(one.file)
        let sidecar = FileName(one.sidecar)
        #expect(SidecarNaming.sidecars(of: file).contains(sidecar) == one.isFound)
        let owners = SidecarNaming.owners(of: sidecar)
        #expect((owners.names.contains(file) || owners.stem == file.stem || owners.isCut) == one.isFound)
    }
}
