/// A value that was decided, and whose word it rests on.
package struct Decision<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    package let reason: DecisionReason

    package init(_ value: Value, _ reason: DecisionReason) {
        self.value = value
        self.reason = reason
    }
}
