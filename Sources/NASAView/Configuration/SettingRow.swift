/// A setting as it is told: its name, what it is, and who said so.
struct SettingRow {
    let name: String
    /// Nil where it is left to be found out.
    let value: String?
    let origin: SettingOrigin

    /// - Parameter usual: what it is where nobody says.
    init<Value>(_ name: SettingName, _ setting: Setting<Value>?, usual: String? = nil) {
        self.name = name.rawValue
        value = setting?.value.text ?? usual
        origin = setting?.origin ?? .byDefault
    }
}
