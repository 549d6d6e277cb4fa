extension Phrases {
    static let german = Phrases(
        local: .german, keys: .german, browser: .german, detail: .german, search: .german,
        status: .german, viewer: .german, notices: .german, help: .german, failures: .german,
        cache: .german, commands: .german, arguments: .german, configuration: .german,
        doctor: .german)
}
