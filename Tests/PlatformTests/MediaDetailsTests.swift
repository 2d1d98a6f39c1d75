import Platform
import Testing

struct MediaDetailsTests {
    private var full: MediaDetails {
        var details = MediaDetails()
        for number in MediaDetails.Number.allCases { details[number] = Double(number.rawValue) + 0.5 }
        for text in MediaDetails.Text.allCases { details[text] = "text \(text.rawValue) é" }
        return details
    }

    @Test func blocksGiveWhatWasPutIn() { #expect(MediaDetails(block: full.block) == full) }

    @Test func factsOfLaterProgramsArePassedOver() {
        #expect(MediaDetails(block: [200, 2, 0, 1, 2] + full.block) == full)
    }

    @Test func blocksMayBeCutAnywhere() {
        let block = full.block
        for count in block.indices { _ = MediaDetails(block: block.prefix(count)) }
        #expect(MediaDetails(block: block.dropLast())[.fNumber] == full[.fNumber])
    }

    @Test func whatIsNotFiniteIsNotKept() {
        var details = MediaDetails()
        details[.fNumber] = .nan
        #expect(details == MediaDetails())
    }
}
