internal import Screens

/// When which screen wants to be woken; a new alarm takes the place of the one before it.
struct Alarms {
    private var waiting: [Alarm.Purpose: (alarm: Alarm, at: Clock.Milliseconds)] = [:]

    var next: Clock.Milliseconds? { waiting.values.map(\.at).min() }

    mutating func set(_ alarm: Alarm, at time: Clock.Milliseconds) {
        waiting[alarm.purpose] = (alarm, time)
    }

    /// Those whose time has come.
    mutating func take(at now: Clock.Milliseconds) -> [Alarm] {
        let due = waiting.values.filter { $0.at <= now }.map(\.alarm)
        for alarm in due { waiting[alarm.purpose] = nil }
        return due
    }
}
