/// What a setting is set to, and who said so.
struct Setting<Value: SettingValue> {
    let value: Value
    let origin: SettingOrigin
}
