import Testing

@testable import MediaDecoding

struct RenderScheduleTests {
    private func order(_ schedule: RenderSchedule<Int, Int>, from lowest: RenderPriority = .background) -> [Int] {
        var schedule = schedule
        var order: [Int] = []
        while let first = schedule.first(from: lowest) {
            order.append(first.value)
            schedule.remove(first.key)
        }
        return order
    }

    @Test func `visible before ahead before background, the newest visible first`() {
        var schedule = RenderSchedule<Int, Int>()
        for (key, priority) in [
            RenderPriority.background, .ahead, .visible, .background, .visible, .ahead, .visible,
        ].enumerated() {
            schedule.add(key, for: key, priority)
        }
        #expect(order(schedule) == [6, 4, 2, 1, 5, 0, 3])
        #expect(order(schedule, from: .ahead) == [6, 4, 2, 1, 5])
    }

    @Test func `what is raised goes before all that was visible, and never down`() {
        var schedule = RenderSchedule<Int, Int>()
        for key in 0..<3 { schedule.add(key, for: key, .background) }
        schedule.add(3, for: 3, .visible)
        let raised = [(1, RenderPriority.visible), (1, .ahead), (9, .visible)].map { schedule.raise($0, to: $1) }
        #expect(raised == [true, false, false])
        #expect(order(schedule) == [1, 3, 0, 2])
        #expect(schedule.count == 4)
    }

    @Test(arguments: RenderPriority.allCases)
    func `what is removed is gone at once, however many are`(_ priority: RenderPriority) {
        var schedule = RenderSchedule<Int, Int>()
        for key in 0..<10_000 {
            schedule.add(key, for: key, priority)
            if key >= 10 { schedule.remove(key - 10) }
        }
        #expect(schedule.count == 10)
        let expected = Array(9990..<10_000)
        #expect(order(schedule) == (priority == .visible ? expected.reversed() : expected))
        let again = schedule.remove(0)
        #expect(again == nil)
    }
}
