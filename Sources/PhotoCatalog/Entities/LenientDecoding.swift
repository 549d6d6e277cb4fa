extension KeyedDecodingContainer {
    /// The value under `key`, or nil where it is absent or of another type than NASA promises.
    ///
    /// Swallowing the error is the point: one mistyped field must not lose the item around it.
    func lenient<Value: Decodable>(_ type: Value.Type, at key: Key) -> Value? {
        do {
            return try decodeIfPresent(type, forKey: key)
        } catch {
            return nil
        }
    }

    /// The text under `key`; numbers are read as text, an empty text counts as absent.
    func text(at key: Key) -> String? {
        if let text = lenient(String.self, at: key) { return text.isEmpty ? nil : text }
        return lenient(Int.self, at: key).map { String($0) }
    }

    /// The texts under `key`, where some replies have one text in the place of a list.
    func texts(at key: Key) -> [String] {
        if let list = lenient(LenientList<String>.self, at: key) {
            return list.elements.filter { !$0.isEmpty }
        }
        return text(at: key).map { [$0] } ?? []
    }

    /// The count under `key` if it is a whole number that is not negative, also written as text.
    func count(at key: Key) -> Int? {
        let number =
            lenient(Int.self, at: key) ?? lenient(String.self, at: key).flatMap { Int($0) }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }
}
