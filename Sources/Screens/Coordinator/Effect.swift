package import Imaging
package import Localization
package import PhotoCatalog
package import PhotoPipeline
package import SystemPackage

/// A screen's request to the outside, nested by receiver, so that the compiler finds unhandled
/// ones.
package enum Effect: Hashable, Sendable {
    case photo(PhotoEffect)
    case library(LibraryEffect)
    case archive(ArchiveEffect)
    case file(FileEffect)

    case wake(TimerRequest, after: Duration)
    /// Copies text to the clipboard.
    case copy(String)
    /// Copies a file's name that is not valid UTF-8.
    case copyName(FilePath)
    /// Uses the built-in collection as the library from now on.
    case openDemo
    case app(AppAction)
    case quit
}

/// A request to the image pipeline.
package enum PhotoEffect: Hashable, Sendable {
    /// Opens a photo in a version of at least this width; `nil` for the largest.
    case open(PhotoReference, covering: Int?)
    /// Opens it again, without the cache.
    case reopen(PhotoReference, covering: Int?)
    /// Reads a local file again; the open version stays until then.
    case reread(PhotoReference, covering: Int?)
    /// Stops fetching it, because it is no longer visible.
    case abandon(PhotoReference)
    /// Loads these in this order when idle.
    case prepare([PhotoReference], covering: Int)
    /// Keeps these open together: none is closed to make room for others.
    case hold([PhotoReference])
    /// Retries the failed thumbnails of the page.
    case retryPreviews
    /// Reads a pixel of the original, and its neighbours.
    case inspect(InspectRequest)
    /// Search the pixel at a place on the sky or on the ground.
    case find(PhotoReference, ViewPosition)
}

/// A pixel of a photo to read.
package struct InspectRequest: Hashable, Sendable {
    package let photo: PhotoReference
    package let point: PixelPoint
    /// The size of the original with its adjustments; the point refers to it.
    package let size: PixelSize
    package let adjustments: ImageAdjustments
    /// The number of the file's page.
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
    /// Fetches it from the server, even if there is a copy.
    case reload(PageRequest, for: ResultsID)
    /// Stops loading a list, because it is no longer visible.
    case abandon(ResultsID)
    /// Looks for today's Astronomy Picture of the Day, to head a list; there may be none.
    case findPictureOfTheDay(for: ResultsID)
    /// Looks up a photo's description and files.
    case describe(PhotoID)
    /// Reads its metadata (EXIF).
    case readMetadata(PhotoReference)
    /// Reads the captions of a video.
    case readCaptions(PhotoID)
    /// Looks up the file of a video or audio recording that other programs play.
    case locateRecording(PhotoID)
}

/// A request to this machine: stored lists, saved files, the web browser.
package enum ArchiveEffect: Hashable, Sendable {
    /// Lists photos that are stored here: favourites, or photos seen before.
    case collect(ResultsSource, for: ResultsID)
    /// Lists the pictures in files and folders.
    case list(NamedPhotos, for: ResultsID)
    /// Lists the pictures in the folder of a file.
    case findNeighbours(of: FilePath, in: FileSorting)
    /// Finds the files of a paste: those of the first interpretation whose files all exist;
    /// otherwise inserts its text.
    case findDropped([[[UInt8]]], orInsert: String)
    /// Reports the sizes and times of named files.
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
    /// Stores a view of a photo, under a name that may be empty.
    case keepPlace(PhotoReference, view: String, name: String)
    case forgetPlace(Bookmark)
}

/// A request to change files of this machine.
package enum FileEffect: Hashable, Sendable {
    /// Moves files to the trash, in this order.
    case trash([FilePath])
    /// Moves them back.
    case restore([FilePath])
    case turn(FileTurn)
}

/// A request for a timer; a newer one replaces older ones with the same purpose.
package struct TimerRequest: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        /// Searches after typing has paused.
        case search
        /// Removes the notice.
        case notice
        /// Removes the first keys.
        case firstKeys
        /// Shows the next photo of the slideshow.
        case slideshow
        /// Fades the caption of a screensaver in or out; moves its photo.
        case caption, drift
        /// Shows the other of two photos that blink.
        case blink
        /// Hides the map after a jump in a large photo.
        case minimap
        /// Hides the histogram of the levels.
        case histogram
        /// Shows the next frame of an animation.
        case frame
        /// Hides the bar after a while without input.
        case rest
    }

    /// Fires after `PageMetrics.barStays` without input.
    ///
    /// The time restarts with each input and with each photo that arrives; the event loop sets it.
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
    /// The page of the last visit, shown until the server has replied.
    case savedPage(Page, for: PageRequest, of: ResultsID)
    case pageFailed(CatalogFailure, for: PageRequest, of: ResultsID)
    /// The server failed or is busy: the page is requested again after that time; `nil` once it has
    /// been.
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
    /// Files and folders were dropped on the terminal; true if one is a folder or an archive.
    case dropped([FilePath], areListed: Bool)
    /// A paste that does not name files.
    case notDropped(String)
    case described(PhotoID, Photo, PhotoAssets, isFavourite: Bool)
    case descriptionFailed(PhotoID, CatalogFailure)
    /// The server delays a request about a photo.
    case delayed(PhotoID, bySeconds: Int?)
    case metadata(PhotoReference, [PhotoFact])
    case metadataFailed(PhotoReference, PictureFailure)
    case captions(PhotoID, [Caption])
    case captionsFailed(PhotoID, CatalogFailure)
    /// The address of the file that other programs play; `nil` if there is none.
    case recording(String?)
    /// Files were moved to the trash, or back.
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
    /// It was opened ahead, has one page, and is likely to be seen next.
    case prepared(PhotoVersion)
    /// It is open, but its pixels cannot be had.
    case renderFailed(PhotoReference, PictureFailure, revision: Int = 0)
    /// A picture of it was rendered, and reports how far a page of its file has been read.
    case drawn(PhotoReference, page: Int, ImageSourceStatus, revision: Int = 0)
    /// The thumbnail of a named photo cannot be made.
    case previewFailed(PhotoReference, PictureFailure)
    /// It was closed to make room for others.
    case evicted(PhotoReference, revision: Int = 0)
    /// Its file was changed, replaced or removed.
    case changed(PhotoReference)
    /// Its file was read again, or reading failed.
    case reread(PhotoReference, OpenedPhoto)
    case notReread(PhotoReference, PictureFailure)
    /// A pixel of it was read, or reading failed.
    case inspected(PhotoReference, PhotoCloseUp)
    case notInspected(PhotoReference, PixelPoint)
    /// The pixel at a place on the sky or on the ground was found.
    case found(PhotoReference, ViewPosition)
}
