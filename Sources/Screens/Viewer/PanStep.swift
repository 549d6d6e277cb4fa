/// How far one key press or one notch of the wheel goes, in hundredths of the screen.
package enum PanStep {
    package static let usualPercent = 10

    // Of the task, as the language is: a wish of the person, the same in every viewer.
    @TaskLocal package static var percent = usualPercent
}
