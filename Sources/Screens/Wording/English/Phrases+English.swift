extension Phrases {
    static let english = Phrases(
        local: .english, keys: .english, browser: .english, detail: .english, search: .english,
        status: .english, viewer: .english, notices: .english, help: .english, failures: .english,
        cache: .english, commands: .english, arguments: .english, configuration: .english,
        doctor: .english)
}
