/// Lets others go on, for who looks again and again whether something has happened.
///
/// Not `Task.yield()`: on threads of its own, as pictures are made on, it wakes another thread each time;
/// the whole suite had two hundred at work.
package func moment() async {
    do { try await Task.sleep(for: .milliseconds(1)) } catch { await Task.yield() }
}
