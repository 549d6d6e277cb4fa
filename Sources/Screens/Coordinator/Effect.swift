package import Imaging
package import Localization
package import PhotoCatalog
package import PhotoPipeline
package import SystemPackage

/// A screen's request to the outside, nested by receiver: an effect that is not handled does not
/// compile.
package enum Effect: Hashable, Sendable {
    case photo(PhotoEffect)
    case library(LibraryEffect)
    case archive(ArchiveEffect)
    case file(FileEffect)

    case wake(TimerRequest, after: Duration)
    /// Put text on the clipboard.
    case copy(String)
    /// Copies a file's name that is not valid UTF-8.
    case copyName(FilePath)
    /// From now on the built-in collection is the library.
    case openDemo
    case app(AppAction)
    case quit
}

/// A request to the image pipeline.
package enum PhotoEffect: Hashable, Sendable {
    /// Open a photo in a version of at least this width; `nil` for the largest.
    case open(PhotoReference, covering: Int?)
    /// Open it again, without the cache.
    case reopen(PhotoReference, covering: Int?)
    /// Read a local file again; the version that is open stays until then.
    case reread(PhotoReference, covering: Int?)
    /// Stop fetching it: it is no longer visible.
    case abandon(PhotoReference)
    /// Load these in this order when there is nothing else to do.
    case prepare([PhotoReference], covering: Int)
    /// Keep these open together: do not close any of them to make room for others.
    case hold([PhotoReference])
    /// Retry the thumbnails of the page that failed.
    case retryPreviews
    /// Read a pixel of the original, and those around it.
    case inspect(InspectRequest)
    /// Search the pixel at a place on the sky or on the ground.
    case find(PhotoReference, ViewPosition)
}

/// A pixel of a photo that is to be read.
package struct InspectRequest: Hashable, Sendable {
    package let photo: PhotoReference
    package let point: PixelPoint
    /// The size of the original with its adjustments, on which the point lies.
    package let size: PixelSize
    package let adjustments: ImageAdjustments
    /// The number of the file's picture.
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
    /// Fetch a page of a list.
    case load(PageRequest, for: ResultsID)
    /// Fetch it from the server, even if there is a copy.
    case reload(PageRequest, for: ResultsID)
    /// The list is no longer visible.
    case abandon(ResultsID)
    /// Look for today's astronomy picture of the day, to lead a list; there may be none.
    case findPictureOfTheDay(for: ResultsID)
    /// Look up a photo's description and files.
    case describe(PhotoID)
    /// Read its metadata (EXIF).
    case readMetadata(PhotoReference)
    /// Read the captions of a video.
    case readCaptions(PhotoID)
    /// Look up the file of a video or a sound that other programs play.
    case locateRecording(PhotoID)
}

/// A request to this machine: stored lists, saved files, the web browser.
package enum ArchiveEffect: Hashable, Sendable {
    /// List photos that are stored here: favourites, or photos seen before.
    case collect(ResultsSource, for: ResultsID)
    /// List the pictures in files and folders.
    case list(NamedPhotos, for: ResultsID)
    /// List the pictures in the folder of a file.
    case findNeighbours(of: FilePath, in: FileSorting)
    /// Find the files of a paste: those of the first reading that are all there; else insert its text.
    case findDropped([[[UInt8]]], orInsert: String)
    /// Report the sizes and times of files that were named.
    case examine([PhotoReference], for: ResultsID)
    /// Report earlier searches.
    case recall
    case remember(Query)
    case toggleFavourite(PhotoID)
    /// Save the original as a file.
    case save(PhotoID)
    /// Open a page in the web browser.
    case browse(String)
    /// Save a part of a photo as a file.
    case export(ExportRequest)
    /// Save whole photos as files, one after the other.
    case exportWhole([WholePhoto])
    /// Keep a view of a photo, under a name that may be empty.
    case keepPlace(PhotoReference, view: String, name: String)
    case forgetPlace(Bookmark)
}

/// A request to change files of this machine.
package enum FileEffect: Hashable, Sendable {
    /// Move files to the trash, in this order.
    case trash([FilePath])
    /// Move them back.
    case restore([FilePath])
    case turn(FileTurn)
}

/// The purpose of a timer; a newer request replaces older ones of its purpose.
package struct TimerRequest: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        /// Typing has paused: search.
        case search
        /// The notice has been shown for long enough.
        case notice
        /// The first keys have been named for long enough.
        case firstKeys
        /// The next photo of the slideshow.
        case slideshow
        /// The caption of a screensaver fades in or out; its photo moves on.
        case caption, drift
        /// The other one of two photos that change by themselves.
        case blink
        /// A jump in a large photo is over: its map goes.
        case minimap
        /// The histogram of the levels has been seen.
        case histogram
        /// The time of an animation's frame is over.
        case frame
        /// Nobody has touched the keyboard or the pointer for a while.
        case rest
    }

    /// Fires when the user has not touched the keyboard or the pointer for `PageMetrics.barStays`.
    ///
    /// Counted from each touch and from each photo that arrives; the event loop sets it.
    package static let rest = TimerRequest(.rest, 0)
    package static var restDuration: Duration { PageMetrics.barStays }

    package let purpose: Purpose
    package let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }
}

/// An answer about the library.
package enum LibraryEvent: Sendable {
    case page(Page, for: PageRequest, of: ResultsID)
    /// The page of the last visit, while the server has not answered.
    case savedPage(Page, for: PageRequest, of: ResultsID)
    case pageFailed(CatalogFailure, for: PageRequest, of: ResultsID)
    /// The server failed or is busy: the page is requested again after that time; `nil` once it is.
    case pageDelayed(bySeconds: Int?, for: PageRequest, of: ResultsID)
    case pictureOfTheDay(Photo, for: ResultsID)
    case noPictureOfTheDay(for: ResultsID)
    case collected([Photo], from: ResultsSource, for: ResultsID)
    case collectedPlaces([Bookmark], for: ResultsID)
    case listed(FoundPhotos, for: ResultsID)
    /// Files in these folders were written, replaced, removed or added.
    case foldersChanged([FilePath])
    case examined([PhotoReference: FileStatus], for: ResultsID)
    /// The pictures in the folder of a file, which is one of them.
    case neighbours(FoundPhotos, of: FilePath)
    /// Files and folders were dropped on the terminal; true if one is a folder or an archive.
    case dropped([FilePath], areListed: Bool)
    /// A paste that is not the names of files.
    case notDropped(String)
    case described(PhotoID, Photo, PhotoAssets, isFavourite: Bool)
    case descriptionFailed(PhotoID, CatalogFailure)
    /// The same for a request about a photo.
    case delayed(PhotoID, bySeconds: Int?)
    case metadata(PhotoReference, [PhotoFact])
    case metadataFailed(PhotoReference, PictureFailure)
    case captions(PhotoID, [Caption])
    case captionsFailed(PhotoID, CatalogFailure)
    /// The address of the file that other programs play; `nil` if there is none.
    case recording(String?)
    /// Files were moved to the trash, or back.
    case trashed([FilePath]), restored([FilePath])
    /// A file was turned, or its pixels cannot be without loss.
    case turned(FileTurn), imperfect(FileTurn)
    case recalled([Query])
    case noticed(Notice)
    case woke(TimerRequest)
}

/// An answer about a photo.
package enum PhotoEvent: Sendable {
    case progressed(PhotoReference, PhotoProgress)
    case opened(PhotoReference, OpenedPhoto)
    case failed(PhotoReference, PictureFailure)
    /// It was opened ahead, has one page, and is likely to be seen next.
    case prepared(PhotoVersion)
    /// It is open, but its pixels cannot be had.
    case renderFailed(PhotoReference, PictureFailure, revision: Int = 0)
    /// A picture of it was made, which shows how far one of its file's pictures has been read.
    case drawn(PhotoReference, page: Int, ImageSourceStatus, revision: Int = 0)
    /// The thumbnail of a photo that was named cannot be made.
    case previewFailed(PhotoReference, PictureFailure)
    /// It was open, and was closed to make room for others.
    case evicted(PhotoReference, revision: Int = 0)
    /// Its file was written, replaced or removed.
    case changed(PhotoReference)
    /// Its file was read again, or could not be.
    case reread(PhotoReference, OpenedPhoto)
    case notReread(PhotoReference, PictureFailure)
    /// A pixel of it was read, or could not be.
    case inspected(PhotoReference, PhotoCloseUp)
    case notInspected(PhotoReference, PixelPoint)
    /// The pixel at a place on the sky or on the ground was found.
    case found(PhotoReference, ViewPosition)
}
