import Platform
import Testing

@testable import MediaDecoding

@Suite struct RegionTests {
    private static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
          xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource">
        <mwg-rs:RegionList><rdf:Bag>
        <rdf:li><rdf:Description mwg-rs:Name="Anna = A" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5" stArea:y="0.25"
          stArea:w="0.2" stArea:h="0.1" stArea:unit="normalized"/></rdf:Description></rdf:li>
        <rdf:li><rdf:Description mwg-rs:Type="Focus"><mwg-rs:Area stArea:x="7" stArea:y="0.25"
          stArea:w="0.2" stArea:h="0.1" stArea:unit="normalized"/></rdf:Description></rdf:li>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
        """

    @Test("faces of the Metadata Working Group are read, and what is outside of the picture is left out")
    func workingGroup() {
        let fields = Array(Self.packet.utf8).withUnsafeBytes {
            MetadataFields(exif: UnsafeRawBufferPointer(start: nil, count: 0), xmp: $0)
        }
        let expected = MediaRegion(type: "Face", name: "Anna = A", x: 0.4, y: 0.2, width: 0.2, height: 0.1)
        #expect(RegionReader.regions(fields.regions, orientation: 1) == [expected])
    }

    @Test("Microsoft's people are faces")
    func microsoft() {
        let properties = [
            (path: "[1]/MPReg:Rectangle", value: "0.1, 0.2, 0.3, 0.4"),
            (path: "[1]/MPReg:PersonDisplayName", value: "Bo"),
            (path: "[2]/MPReg:PersonDisplayName", value: "no place"),
            (path: "[3]/MPReg:Rectangle", value: "0.1, nan, 1, 1"),
            (path: "[999999999]/MPReg:Rectangle", value: "0, 0, 1, 1"), (path: "[0]/x", value: "0"),
        ]
        let expected = MediaRegion(type: "Face", name: "Bo", x: 0.1, y: 0.2, width: 0.3, height: 0.4)
        #expect(RegionReader.regions(properties, orientation: 1) == [expected])
    }

    /// A region at the left upper corner, three times as wide as tall, as it is shown.
    @Test(
        "regions are where the picture is shown",
        arguments: [
            (1, [0, 0, 0.3, 0.1]), (2, [0.7, 0, 0.3, 0.1]), (3, [0.7, 0.9, 0.3, 0.1]), (4, [0, 0.9, 0.3, 0.1]),
            (5, [0, 0, 0.1, 0.3]), (6, [0.9, 0, 0.1, 0.3]), (7, [0.9, 0.7, 0.1, 0.3]), (8, [0, 0.7, 0.1, 0.3]),
        ])
    func turned(orientation: Int, expected: [Double]) {
        let properties = [(path: "[1]/MPReg:Rectangle", value: "0, 0, 0.3, 0.1")]
        let region = RegionReader.regions(properties, orientation: orientation).first
        #expect(region.map { [$0.x, $0.y, $0.width, $0.height] } == expected)
    }

    @Test("regions come out of details as they went in")
    func details() {
        let regions = [
            MediaRegion(type: nil, name: "A\u{1F}B", x: 0, y: 0.125, width: 1, height: 0.5),
            MediaRegion(type: "Face", name: nil, x: 0.3, y: 0, width: 0, height: 0),
        ]
        var details = MediaDetails()
        details.regions = regions
        let read = MediaDetails(block: details.block).regions
        #expect(read.map(\.name) == ["AB", nil])
        #expect(read.map(\.type) == [nil, "Face"] && read.map(\.y) == [0.125, 0])
    }
}
