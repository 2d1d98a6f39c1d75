import Platform
import Testing

@testable import Ingesting

struct NamingTableTests {
    @Test(arguments: [
        ("00000IMG_00000_BURST20190216172030123_COVER", "IMG_BURST20190216172030123", true),
        ("00001IMG_00001_BURST20190216172030123", "IMG_BURST20190216172030123", false),
        ("00100lPORTRAIT_00100_BURST20191231120000000_COVER", "PORTRAIT_BURST20191231120000000", true),
        ("IMG_20190101_120000_BURST001_COVER", "IMG_20190101_120000_BURST", true),
        ("IMG_20190101_120000_BURST12", "IMG_20190101_120000_BURST", false),
        ("DSC_0001_BURST20190101120000123", "_BURST20190101120000123", false),
        ("20190101_120000_001", "20190101_120000", false),
        ("20190101_120000", nil, false),
        ("IMG_0001", nil, false),
        ("IMG_20190101_120000_BURST", nil, false),
        ("2019010_120000_001", nil, false),
        ("\u{301}", nil, false),
    ])
    func namesTellBursts(stem: String, burst: String?, isCover: Bool) {
        #expect(NamingTable.burst(of: FileName(stem)) == burst)
        #expect(NamingTable.isCover(FileName(stem)) == isCover)
    }

    @Test(arguments: [
        ("IMG_E1234", ["IMG_1234"]),
        ("IMG_EX123", []),
        ("IMG_E", []),
        ("beach-edited", ["beach"]),
        ("-edited", []),
        ("IMG_1234", []),
    ])
    func namesTellWhatWasEdited(stem: String, originals: [String]) {
        #expect(NamingTable.originals(ofEdited: FileName(stem)) == originals.map { FileName($0) })
    }

    @Test func rawDataOfPixelPhonesHaveNamesOfTheirOwn() {
        #expect(
            NamingTable.pictures(ofRaw: FileName("PXL_20210101_120000000.RAW-02.ORIGINAL")) == [
                FileName("PXL_20210101_120000000.RAW-02.ORIGINAL"), FileName("PXL_20210101_120000000.RAW-01.COVER"),
                FileName("PXL_20210101_120000000.RAW-01.MP.COVER"),
            ])
    }

    /// What is looked for from one file must be found from the other, or a pair would depend on which came last.
    @Test(arguments: [
        "IMG_1234", "IMG_E1234", "beach-edited", "PXL_1.RAW-02.ORIGINAL", "PXL_1.RAW-01.COVER", "PXL_1.RAW-01.MP.COVER",
    ])
    func relativesAreMutual(stem: String) {
        for relative in NamingTable.relatives(of: FileName(stem)) {
            #expect(NamingTable.relatives(of: relative).contains(FileName(stem)), "\(relative)")
        }
    }
}
