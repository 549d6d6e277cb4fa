/// A photo that is being opened: a place in the queue for it.
package struct PendingPhoto: Sendable {
    let reference: PhotoReference
    let width: Int?
    let task: Task<OpenedPhoto, any Error>
}
