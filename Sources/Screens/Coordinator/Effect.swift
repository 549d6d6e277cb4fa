package import Imaging
package import Localization
package import PhotoCatalog
package import PhotoPipeline
package import SystemPackage

/// A request from a screen to the rest of the program.
///
/// Requests are grouped by receiver so that the compiler finds unhandled ones.
package enum Effect: Hashable, Sendable {
    case photo(PhotoEffect)
    case library(LibraryEffect)
    case archive(ArchiveEffect)
    case file(FileEffect)

    case wake(TimerRequest, after: Duration)
    /// Copies text to the clipboard.
    case copy(String)
    /// Copies a file name that is not valid UTF-8 to the clipboard.
    case copyName(FilePath)
    /// Replaces the library with the built-in collection for the rest of the session.
    case openDemo
    case app(AppAction)
    case quit
}

/// A request to the image pipeline.
package enum PhotoEffect: Hashable, Sendable {
    /// Opens a version of a photo at least this many pixels wide; `nil` requests the largest
    /// version.
    case open(PhotoReference, covering: Int?)
    /// Opens a photo again without the cache.
    case reopen(PhotoReference, covering: Int?)
    /// Reads a local file again; the open version stays until the new one is open.
    case reread(PhotoReference, covering: Int?)
    /// Stops fetching a photo that is no longer visible.
    case abandon(PhotoReference)
    /// Opens photos in advance, in this order, when idle.
    case prepare([PhotoReference], covering: Int)
    /// Keeps these photos open together: none is closed to make room for others.
    case hold([PhotoReference])
    /// Retries the failed thumbnails of the page.
    case retryPreviews
    /// Reads a pixel of the original and the pixels around it.
    case inspect(InspectRequest)
    /// Finds the pixel at a position on the sky or on the ground.
    case find(PhotoReference, ViewPosition)
}

/// A request to read a pixel of a photo.
package struct InspectRequest: Hashable, Sendable {
    package let photo: PhotoReference
    package let point: PixelPoint
    /// The size of the original with the adjustments; `point` refers to this size.
    package let size: PixelSize
    package let adjustments: ImageAdjustments
    /// The index of the page in the file.
    package var page = 0

    package init(
        _ point: PixelPoint, of size: PixelSize, _ photo: PhotoReference,
        _ adjustments: ImageAdjustments
    ) {
        self.photo = photo
        self.point = point
        self.size = size
        self.adjustments = adjustments
    }
}

/// A photo with its adjustments.
package struct WholePhoto: Hashable, Sendable {
    package let photo: PhotoReference
    package let adjustments: ImageAdjustments

    init(_ photo: PhotoReference, _ adjustments: ImageAdjustments) {
        (self.photo, self.adjustments) = (photo, adjustments)
    }
}

/// A request to the library.
package enum LibraryEffect: Hashable, Sendable {
    /// Fetches a page of a list.
    case load(PageRequest, for: ResultsID)
    /// Fetches a page of a list from the server, even if a copy is stored.
    case reload(PageRequest, for: ResultsID)
    /// Stops loading a list that is no longer visible.
    case abandon(ResultsID)
    /// Looks up today's Astronomy Picture of the Day, if there is one, for the top of a list.
    case findPictureOfTheDay(for: ResultsID)
    /// Looks up a photo's description and files.
    case describe(PhotoID)
    /// Reads a photo's metadata (EXIF).
    case readMetadata(PhotoReference)
    /// Reads the captions of a video.
    case readCaptions(PhotoID)
    /// Looks up the media file of a video or audio recording, for other programs to play.
    case locateRecording(PhotoID)
}

/// A request to this computer: stored lists, saved files, the web browser.
package enum ArchiveEffect: Hashable, Sendable {
    /// Lists photos stored on this computer: favourites, or photos seen before.
    case collect(ResultsSource, for: ResultsID)
    /// Lists the pictures in files and folders.
    case list(NamedPhotos, for: ResultsID)
    /// Lists the pictures in the folder of a file.
    case findNeighbours(of: FilePath, in: FileSorting)
    /// Finds the files that a paste names, by the first interpretation whose files all exist; if
    /// there is none, inserts the text.
    case findDropped([[[UInt8]]], orInsert: String)
    /// Reports the sizes and modification times of files.
    case examine([PhotoReference], for: ResultsID)
    /// Reports earlier searches.
    case recall
    case remember(Query)
    case toggleFavourite(PhotoID)
    /// Saves the original as a file.
    case save(PhotoID)
    /// Opens a page in the web browser.
    case browse(String)
    /// Saves a region of a photo as a file.
    case export(ExportRequest)
    /// Saves whole photos as files, one after the other.
    case exportWhole([WholePhoto])
    /// Stores a view of a photo as a bookmark, whose name may be empty.
    case keepPlace(PhotoReference, view: String, name: String)
    case forgetPlace(Bookmark)
}

/// A request to change files on this computer.
package enum FileEffect: Hashable, Sendable {
    /// Moves files to the trash, in this order.
    case trash([FilePath])
    /// Moves files from the trash back to their folders.
    case restore([FilePath])
    case turn(FileTurn)
}

/// A request for a timer; a newer request replaces older ones with the same purpose.
package struct TimerRequest: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        /// Starts a search after a pause in typing.
        case search
        /// Removes the notice.
        case notice
        /// Removes the hints for the first keys.
        case firstKeys
        /// Shows the next photo of the slideshow.
        case slideshow
        /// Fades the caption of a screensaver in or out; moves the photo of a screensaver.
        case caption, drift
        /// Shows the other of two photos that alternate.
        case blink
        /// Hides the map after a jump in a large photo.
        case minimap
        /// Hides the histogram of the levels.
        case histogram
        /// Shows the next frame of an animation.
        case frame
        /// Hides the bar after a time without input.
        case rest
    }

    /// A timer that fires after `PageMetrics.barStays` without input.
    ///
    /// The event loop sets the timer, and restarts it with each input and each photo that arrives.
    package static let rest = TimerRequest(.rest, 0)
    package static var restDuration: Duration { PageMetrics.barStays }

    package let purpose: Purpose
    package let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }
}

/// A reply about the library.
package enum LibraryEvent: Sendable {
    case page(Page, for: PageRequest, of: ResultsID)
    /// The stored copy of a page, shown until the server replies.
    case savedPage(Page, for: PageRequest, of: ResultsID)
    case pageFailed(CatalogFailure, for: PageRequest, of: ResultsID)
    /// The server failed or is busy; the page is requested again after `bySeconds`; `nil` once
    /// that request has been sent.
    case pageDelayed(bySeconds: Int?, for: PageRequest, of: ResultsID)
    case pictureOfTheDay(Photo, for: ResultsID)
    case noPictureOfTheDay(for: ResultsID)
    case collected([Photo], from: ResultsSource, for: ResultsID)
    case collectedPlaces([Bookmark], for: ResultsID)
    case listed(FoundPhotos, for: ResultsID)
    /// Files in these folders were changed, replaced, removed or added.
    case foldersChanged([FilePath])
    case examined([PhotoReference: FileStatus], for: ResultsID)
    /// The pictures in the folder of a file, including that file.
    case neighbours(FoundPhotos, of: FilePath)
    /// Files and folders were dropped on the terminal; `areListed` is true if one of them is a
    /// folder or an archive.
    case dropped([FilePath], areListed: Bool)
    /// The text of a paste that does not name files.
    case notDropped(String)
    case described(PhotoID, Photo, PhotoAssets, isFavourite: Bool)
    case descriptionFailed(PhotoID, CatalogFailure)
    /// The server delays a request about a photo by `bySeconds`; `nil` after the delay.
    case delayed(PhotoID, bySeconds: Int?)
    case metadata(PhotoReference, [PhotoFact])
    case metadataFailed(PhotoReference, PictureFailure)
    case captions(PhotoID, [Caption])
    case captionsFailed(PhotoID, CatalogFailure)
    /// The address of the media file that other programs play; `nil` if there is none.
    case recording(String?)
    /// Files were moved to the trash, or back to their folders.
    case trashed([FilePath]), restored([FilePath])
    /// A file was rotated, or its pixels cannot be rotated without loss.
    case turned(FileTurn), imperfect(FileTurn)
    case recalled([Query])
    case noticed(Notice)
    case woke(TimerRequest)
}

/// A reply about a photo.
package enum PhotoEvent: Sendable {
    case progressed(PhotoReference, PhotoProgress)
    case opened(PhotoReference, OpenedPhoto)
    case failed(PhotoReference, PictureFailure)
    /// A photo was opened in advance, has one page, and is likely to be viewed next.
    case prepared(PhotoVersion)
    /// A photo is open, but its pixels cannot be rendered.
    case renderFailed(PhotoReference, PictureFailure, revision: Int = 0)
    /// A photo was rendered; the status says how far the page has been read.
    case drawn(PhotoReference, page: Int, ImageSourceStatus, revision: Int = 0)
    /// The thumbnail of a named photo cannot be made.
    case previewFailed(PhotoReference, PictureFailure)
    /// A photo was closed to make room for others.
    case evicted(PhotoReference, revision: Int = 0)
    /// The file of a photo was changed, replaced or removed.
    case changed(PhotoReference)
    /// The file of a photo was read again.
    case reread(PhotoReference, OpenedPhoto)
    /// The file of a photo could not be read again.
    case notReread(PhotoReference, PictureFailure)
    /// A pixel of a photo was read.
    case inspected(PhotoReference, PhotoCloseUp)
    /// A pixel of a photo could not be read.
    case notInspected(PhotoReference, PixelPoint)
    /// The pixel of a position on the sky or on the ground was found.
    case found(PhotoReference, ViewPosition)
}
