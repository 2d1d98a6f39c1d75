public import Platform

/// Keeps all selections: takes one step after the other, and acknowledges each once it is on the disk.
///
/// 1. `working` is what the last step made, `published` what is on the disk; clients see the latter only.
/// 2. Steps that come while others are being written are written together after them.
/// 3. Where a write fails, all steps since what is published are undone and refused.
public actor SelectionKeeper {
    /// Most open selections: ten times what a busy server has, and some ten megabytes.
    public static let openLimit = 10_000
    /// How long an ended selection can be asked for.
    static let endedLifetime = Duration.seconds(7 * 24 * 60 * 60)
    /// Bytes of a key, as Standard Webhooks 1.0 asks for: 24 to 64.
    private static let secretLength = 32

    private struct Batch {
        var writes: [SelectionWrite] = []
        var touched: Set<SelectionID> = []
        var waiters: [CheckedContinuation<Void, any Error>] = []
    }

    nonisolated let published: PublishedSelections
    let library: Library
    private let store: any SelectionStore
    private let message: @Sendable (Selection) -> [UInt8]
    private let now: @Sendable () -> Timestamp
    private(set) var working: [SelectionID: SelectionSnapshot] = [:]
    /// The open selections that an asset is picked in.
    private var pickings: [AssetID: Set<SelectionID>] = [:]
    private var openCount = 0
    private var batch = Batch()
    private var isWriting = false
    /// The library's version that all selections are true for; nil where each has to be compared.
    private var followedVersion: Version?

    private init(
        _ snapshots: [SelectionSnapshot], _ deliveries: [SelectionDelivery], library: Library,
        store: any SelectionStore, message: @escaping @Sendable (Selection) -> [UInt8],
        now: @escaping @Sendable () -> Timestamp
    ) {
        published = PublishedSelections(snapshots, deliveries)
        self.library = library
        self.store = store
        self.message = message
        self.now = now
    }

    /// Loads all selections and brings them up to date with the library and the clock.
    /// - Parameter message: what the caller's address is told of a selection that has ended.
    /// - Throws: `CatalogueError`.
    @concurrent public static func open(
        _ store: any SelectionStore, library: Library,
        message: @escaping @Sendable (Selection) -> [UInt8] = { _ in [] },
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) async throws -> SelectionKeeper {
        let snapshots = try await store.selections()
        let keeper = SelectionKeeper(
            snapshots, try await store.deliveries(), library: library, store: store, message: message, now: now)
        await keeper.take(snapshots)
        await keeper.followLibrary()
        await keeper.endDue()
        return keeper
    }

    private func take(_ snapshots: [SelectionSnapshot]) {
        for snapshot in snapshots { set(snapshot, of: snapshot.selection.id) }
    }

    /// A selection as it is; nil where there is none, or no longer.
    public nonisolated func snapshot(of id: SelectionID) -> SelectionSnapshot? { published.snapshot(of: id) }

    /// Every selection, the last made first.
    public nonisolated var all: [Selection] { published.all.sorted { $0.id > $1.id } }

    /// Tells of news of a selection; nil where there is none.
    public nonisolated func signal(of id: SelectionID) -> VersionSignal? { published.signal(of: id) }

    /// Tells each time that a selection ends.
    public nonisolated var endings: VersionSignal { published.endings }

    /// What was kept of these assets when a selection was completed; without those of which nothing was.
    /// - Throws: `CatalogueError`.
    public nonisolated func facts(of id: SelectionID, _ assets: [AssetID]) async throws -> [AssetID: [UInt8]] {
        try await store.facts(of: id, assets)
    }

    /// Makes a selection.
    /// - Throws: `SelectionRules.Fault`, `SelectionRefused` or `CatalogueError`.
    public func create(_ rules: SelectionRules, _ terms: SelectionTerms) async throws -> Selection {
        try rules.check()
        guard openCount < Self.openLimit else {
            throw SelectionRefused(refusal: .tooManySelections(Self.openLimit), selection: nil)
        }
        let assets = SelectableAssets(library.snapshot, fetch: rules.fetch.request)
        if let unknown = rules.preselected.first(where: { assets.facts($0) == nil }) {
            throw SelectionRules.Fault(rule: "preselected", detail: "ids of assets, not \"\(unknown)\"")
        }
        let id: SelectionID = library.identifiers.next()
        var draft = SelectionDraft(
            Selection(
                id: id, rules: rules, createdDate: now(), secret: SecureHash.randomBytes(Self.secretLength),
                terms: terms))
        draft.preselect(among: assets)
        let selection = draft.after
        stage(SelectionSnapshot(selection: selection, log: SelectionLog()), of: id, .insert(selection))
        try await flushed()
        return selection
    }

    /// Takes a step.
    /// - Parameter isExpected: says of the present version whether the step is meant for it.
    /// - Throws: `SelectionRefused` or `CatalogueError`; then nothing has changed.
    public func take(
        _ step: SelectionStep, for id: SelectionID, if isExpected: @Sendable (Version) -> Bool = { _ in true }
    ) async throws -> SelectionReceipt {
        let date = now()
        expire(id, at: date)
        guard let present = working[id] else { throw SelectionRefused(refusal: .noSelection, selection: nil) }
        var draft = SelectionDraft(present.selection)
        do throws(SelectionRefusal) {
            guard isExpected(present.selection.version) else { throw .stale }
            switch step {
            case .items(let actions):
                let fetch = present.selection.rules.fetch.request
                try draft.apply(actions, among: SelectableAssets(library.snapshot, fetch: fetch))
            case .terms(let change): try draft.set(change(present.selection.terms))
            case .complete(let withoutGone, _): try draft.complete(withoutGone: withoutGone, at: date)
            case .cancel: try draft.cancel(at: date)
            }
        } catch {
            // Who is refused is told only of what is on the disk, too.
            try await flushed()
            if case .limitExceeded = error { published.noteRefusal(error, of: id) }
            throw SelectionRefused(refusal: error, selection: present.selection)
        }
        let finished = draft.finish()
        if let finished {
            stage(finished, of: id)
            if case .complete(_, let facts) = step, !facts.isEmpty { batch.writes.append(.putFacts(facts, id)) }
        }
        try await flushed()
        return SelectionReceipt(selection: finished?.selection ?? present.selection, change: finished?.change)
    }

    /// Forgets a selection, and closes the pickers that show it.
    /// - Throws: `SelectionRefused` or `CatalogueError`.
    public func delete(
        _ id: SelectionID, if isExpected: @Sendable (Version) -> Bool = { _ in true }
    ) async throws {
        guard let present = working[id] else { throw SelectionRefused(refusal: .noSelection, selection: nil) }
        guard isExpected(present.selection.version) else {
            try await flushed()
            throw SelectionRefused(refusal: .stale, selection: present.selection)
        }
        if present.selection.state == .open {
            var draft = SelectionDraft(present.selection)
            try? draft.cancel(at: now())
            if let cancelled = draft.finish()?.selection { announce(cancelled) }
        }
        stage(nil, of: id, .delete(id))
        try await flushed()
    }

    /// Keeps selections up to date with the library and the clock until it is cancelled.
    public nonisolated func run() async {
        await withTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    let version = self.library.snapshot.version
                    await self.followLibrary()
                    await self.library.waitForCommit(after: version)
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    await self.endDue()
                    try? await Task.sleep(for: Self.clockInterval)
                }
            }
        }
    }

    /// Ends are told to the second.
    private static let clockInterval = Duration.seconds(1)

    /// Takes over what the library has changed since the last time.
    func followLibrary() async {
        let snapshot = library.snapshot
        guard followedVersion != snapshot.version else { return }
        let touched = followedVersion.flatMap { library.state.history.touched(since: $0, upTo: snapshot.version) }
        followedVersion = snapshot.version
        var affected: [SelectionID: [AssetID]] = [:]
        func note(_ asset: AssetID, _ selections: Set<SelectionID>) {
            for id in selections { affected[id, default: []].append(asset) }
        }
        if let touched {
            for asset in touched.assets.keys { if let selections = pickings[asset] { note(asset, selections) } }
        } else {
            for (asset, selections) in pickings { note(asset, selections) }
        }
        for (id, assets) in affected {
            guard let selection = working[id]?.selection else { continue }
            var draft = SelectionDraft(selection)
            let selectable = SelectableAssets(snapshot, fetch: selection.rules.fetch.request)
            draft.follow(assets.sorted(), selectable) { snapshot.owner(of: $0) }
            if let finished = draft.finish() { stage(finished, of: id) }
        }
        // What could not be written is found when all are compared the next time.
        do { try await flushed() } catch { followedVersion = nil }
    }

    /// Ends selections whose time is over, and forgets those that ended long ago.
    func endDue() async {
        let date = now()
        let lifetime = Int64(Self.endedLifetime / .nanoseconds(1))
        for (id, snapshot) in working {
            if let ended = snapshot.selection.endDate, ended.nanoseconds + lifetime <= date.nanoseconds {
                stage(nil, of: id, .delete(id))
            } else {
                expire(id, at: date)
            }
        }
        for delivery in published.deliveries where delivery.createdDate.nanoseconds + lifetime <= date.nanoseconds {
            batch.writes.append(.deleteDelivery(delivery.id))
        }
        // What could not be written is due the next time, too.
        try? await flushed()
    }

    private func expire(_ id: SelectionID, at date: Timestamp) {
        guard let selection = working[id]?.selection, selection.terms.expiryDate != nil else { return }
        var draft = SelectionDraft(selection)
        draft.expire(at: date)
        if let finished = draft.finish() { stage(finished, of: id) }
    }
}

/// Messages about ended selections.
extension SelectionKeeper {
    /// The message about a selection's end; nil where there is none.
    public nonisolated func delivery(of id: SelectionID) -> SelectionDelivery? { published.delivery(of: id) }

    /// Every message, also those that were delivered or given up, in no order.
    public nonisolated var deliveries: [SelectionDelivery] { published.deliveries }

    /// Tells of each message that is new or was tried.
    public nonisolated var deliveryNews: VersionSignal { published.deliveryNews }

    /// Keeps what became of an attempt to deliver a message.
    /// - Throws: `CatalogueError`.
    public func keep(_ delivery: SelectionDelivery) async throws {
        batch.writes.append(.putDelivery(delivery))
        try await flushed()
    }
}

extension SelectionKeeper {
    private func stage(_ finished: (selection: Selection, change: SelectionChange), of id: SelectionID) {
        guard var snapshot = working[id] else { return }
        snapshot.selection = finished.selection
        snapshot.log.append(finished.change)
        stage(snapshot, of: id, .update(finished.selection, finished.change), finished.change)
        if finished.selection.state != .open { announce(finished.selection) }
    }

    /// Has the caller's address told of a selection that has ended, where there is one.
    private func announce(_ ended: Selection) {
        guard let url = ended.terms.callbackURL, let date = ended.endDate else { return }
        let delivery = SelectionDelivery(
            id: ended.id, url: url, secret: ended.secret, body: message(ended), createdDate: date)
        batch.writes.append(.putDelivery(delivery))
    }

    private func stage(
        _ snapshot: SelectionSnapshot?, of id: SelectionID, _ write: SelectionWrite, _ change: SelectionChange? = nil
    ) {
        set(snapshot, of: id, after: change)
        batch.writes.append(write)
        batch.touched.insert(id)
    }

    /// Takes a selection for the present one, and keeps in step what is derived of it.
    private func set(_ snapshot: SelectionSnapshot?, of id: SelectionID, after change: SelectionChange? = nil) {
        let old = working[id]?.selection
        working[id] = snapshot
        let (wasOpen, isOpen) = (old?.state == .open, snapshot?.selection.state == .open)
        openCount += (isOpen ? 1 : 0) - (wasOpen ? 1 : 0)
        if wasOpen, isOpen, let change {
            for transition in change.transitions {
                if let before = transition.before, transition.after == nil { forget(before.assetID, in: id) }
                if let after = transition.after { pickings[after.assetID, default: []].insert(id) }
            }
        } else {
            if wasOpen { for item in old?.list.all ?? [] { forget(item.assetID, in: id) } }
            if isOpen {
                for item in snapshot?.selection.list.all ?? [] { pickings[item.assetID, default: []].insert(id) }
            }
        }
    }

    private func forget(_ asset: AssetID, in id: SelectionID) {
        pickings[asset]?.remove(id)
        if pickings[asset]?.isEmpty == true { pickings[asset] = nil }
    }

    /// Waits until all that was staged is on the disk.
    private func flushed() async throws {
        if !isWriting, batch.writes.isEmpty { return }
        try await withCheckedThrowingContinuation { continuation in
            batch.waiters.append(continuation)
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    private func writeAll() async {
        while !batch.writes.isEmpty || !batch.waiters.isEmpty {
            let current = batch
            batch = Batch()
            let made = current.touched.map { ($0, working[$0]) }
            do {
                try await store.write(current.writes)
                for (id, snapshot) in made { published.publish(snapshot, of: id) }
                for write in current.writes {
                    switch write {
                    case .putDelivery(let delivery): published.publish(delivery)
                    case .deleteDelivery(let id): published.forgetDelivery(of: id)
                    case .insert, .update, .delete, .putFacts: break
                    }
                }
                for waiter in current.waiters { waiter.resume() }
            } catch {
                let failed = [current, batch]
                batch = Batch()
                for id in Set(failed.flatMap(\.touched)) { set(published.snapshot(of: id), of: id) }
                for waiter in failed.flatMap(\.waiters) { waiter.resume(throwing: error) }
            }
        }
        isWriting = false
    }
}
