/// What is decided about a terminal, in the order a person wants to read it.
package enum DecisionTopic: String, CaseIterable, Hashable, Sendable {
    case terminal, window, cell
    case graphics, passage, registers, pictureLimit, colours
    case synchronizedUpdates, keyboard, mousePixels, resizeReports, background
}
