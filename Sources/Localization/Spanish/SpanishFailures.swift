internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension FailureStrings {
    static let spanish = FailureStrings(
        this: "Esto",
        quotation: { "«\($0)»" },
        damage: { "\($0) está dañado y solo se ve en parte." },
        reason: text, file: text, decoding: text, catalog: text, fetching: text,
        noPage: { name, page, count in
            count == 1
                ? "\(name) solo tiene una página; no hay página \(page)."
                : "\(name) tiene \(count) páginas; no hay página \(page)."
        },
        positionFault: { fault, name in
            switch fault {
            case .noPositions: "\(name) no dice dónde están sus píxeles."
            case .notOnSky: "\(name) muestra el cielo. Use de 0 a 24 h o 360°, y de -90 a 90°."
            case .notOnGround: "\(name) muestra el suelo. Use de -90 a 90°, y de -360 a 360°."
            case .outside: "Ese lugar no está en \(name)."
            }
        })

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "No existe el archivo \(name)."
        case .isDirectory:
            "\(name) es una carpeta. Indique las fotos que contiene, como \(name)/*.jpg."
        case .notRegular: "\(name) no es un archivo normal. Para leer de una tubería, use -."
        case .notPermitted: "No se puede leer \(name): permiso denegado."
        case .empty: "\(name) es un archivo vacío."
        case .unreadable(let reason): "No se puede leer \(name): «\(reason)»."
        case .keyboard:
            "No se puede leer \(name): es el teclado; pásele una imagen por una tubería."
        case .overLimit(let bytes): "No se puede leer \(name): ocupa más de \(bytes >> 20) MB."
        case .zip(let fault): "No se puede leer \(name): \(text(fault))."
        }
    }

    private static func text(_ fault: ZipFault) -> String {
        switch fault {
        case .damaged: "el archivo comprimido está dañado"
        case .encrypted: "está cifrado; descomprímalo antes con su contraseña"
        case .method(let number): "está comprimido con un método que no se admite (\(number))"
        case .nested: "es un archivo comprimido dentro de otro; descomprima antes el exterior"
        case .outside: "el nombre de un archivo lleva fuera del archivo comprimido"
        case .tooLarge(let bytes): "ocupa más de \(bytes >> 20) MB"
        case .ratio: "descomprimido sería mucho más que una imagen"
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "No se puede mostrar \(name): \(text(kind))."
        case .damaged(let damage): "No se puede mostrar \(name): está dañado (\(text(damage)))."
        case .tooLarge(let size):
            """
            No se puede mostrar \(name): es demasiado grande (\(size.width)x\(size.height) píxeles).
            """
        case .outOfMemory: "No se puede mostrar \(name): falta memoria."
        case .noRoom(let byteCount):
            """
            Este tamaño necesita \(LocalStrings.spanish.size(byteCount)) libres en la carpeta de la \
            caché. Aleje la vista para ver \(name).
            """
        case .decoderCrashed:
            """
            No se puede mostrar \(name): el decodificador ha fallado. Las demás fotos no se ven \
            afectadas.
            """
        case .decoderStalled: "No se puede mostrar \(name): el decodificador no responde."
        case .noDecoder:
            """
            No se puede mostrar \(name): el sistema no tiene más memoria, archivos abiertos o procesos. \
            Cierre programas.
            """
        case .tiles(let fault): "No se puede mostrar \(name): \(text(fault))."
        }
    }

    @Sendable private static func text(_ damage: Damage) -> String {
        switch damage {
        case .endsEarly: "el archivo termina demasiado pronto"
        case .incomplete: "una parte del archivo falta o es errónea"
        case .noPicture: "el archivo no tiene ninguna imagen"
        case .noPixels: "la imagen no tiene píxeles"
        case .badHeader: "la cabecera del archivo no tiene sentido"
        case .badData: "los datos de la imagen no tienen sentido"
        case .badColours: "los colores de la imagen no tienen sentido"
        case .wrongChecksum: "una suma de comprobación no coincide"
        case .tooLittleData: "el archivo tiene menos datos de los que necesita la imagen"
        case .tooMuchData: "el archivo tiene más datos de los que puede tener la imagen"
        case .tooManyScans(let limit): "la imagen tiene más de \(limit) pasadas"
        case .missingTiles(let count): count == 1 ? "falta 1 tesela" : "faltan \(count) teselas"
        case .nested: "la imagen está hecha de sí misma o de demasiadas otras"
        case .unreadable: "no se puede leer el archivo"
        case .diskCache: "no se puede leer la caché del disco"
        case .changed: "el archivo ha cambiado"
        case .noMemory: "no había memoria suficiente"
        case .library(let text): "«\(text)»"
        }
    }

    private static func text(_ fault: TileFault) -> String {
        switch fault {
        case .unreadable: "no se puede leer la descripción de sus teselas"
        case .side(let pixels): "sus teselas tienen un tamaño no válido (\(pixels) píxeles)"
        case .levels(let count): "sus teselas tienen niveles no válidos (\(count))"
        case .count(let count): "su tamaño y su número de teselas (\(count)) no concuerdan"
        case .format: "sus teselas tienen un formato desconocido"
        case .missing: "no ha llegado una tesela"
        case .otherBytes: "el servidor envía otros bytes que los pedidos"
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .photo(.webp): "WebP necesita la biblioteca libwebp (paquete libwebp7)"
        case .photo(.heif): "HEIC y AVIF necesitan la biblioteca libheif (paquete libheif1)"
        case .photo(.jpegXL):
            "JPEG XL necesita la biblioteca libjxl (paquete libjxl0.7 o posterior)"
        case .photo(.openEXR):
            "OpenEXR necesita la biblioteca OpenEXRCore (paquete libopenexr-3-1-30)"
        case .photo(.fits): "este archivo FITS no tiene ninguna imagen que se pueda mostrar"
        case .photo(let format): "este tipo de \(format.rawValue) no se admite"
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "es un vídeo, no una foto"
        case .gzip: "es un archivo comprimido, no una foto"
        case .webPage: "es una página web, no una foto"
        case .json: "es texto JSON, no una foto"
        case .text: "es un archivo de texto, no una foto"
        case .empty: "está vacío"
        case .unknown: "su formato es desconocido"
        case .unsupported(.imageSequence): "las secuencias de imágenes HEIF y AVIF no se admiten"
        case .unsupported(.detachedPDS):
            "esta etiqueta describe una imagen de otro archivo, que no está en su carpeta"
        case .unsupported(.fitsTables): "este archivo FITS tiene tablas, pero ninguna imagen"
        case .unsupported(.zip):
            "es un archivo zip; una imagen suya se llama, por ejemplo, a.zip/b.jpg"
        case .unsupported(let format): unsupported(name(format))
        }
    }

    private static func name(_ format: UnsupportedFormat) -> String {
        switch format {
        case .losslessJPEG: "JPEG sin pérdida"
        case .deepJPEG: "JPEG de 12 bits"
        case .hierarchicalJPEG: "JPEG jerárquico"
        case .applePNG: "PNG de Apple (CgBI)"
        case .uncompressedHEIF: "HEIF sin comprimir"
        case .otherHEIF: "este tipo de HEIF"
        case .oldJPEGInTIFF: "JPEG antiguo en TIFF"
        default: format.rawValue
        }
    }

    private static func unsupported(_ format: String) -> String { "\(format) no se admite" }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto(let id) where id.service != .nasa:
            "\(id.service.title) no tiene ninguna foto con el ID \(name)."
        case .noSuchPhoto:
            "La NASA no tiene ninguna foto con el ID \(name). Distingue mayúsculas y minúsculas."
        case .noSuchAlbum(let album): "La NASA no tiene ningún álbum llamado \(album)."
        case .notAPhoto(_, .audio): "\(name) es una grabación de sonido: no hay imagen que mostrar."
        case .notAPhoto: "\(name) no es una foto."
        case .unreadableReply:
            "El servidor ha enviado una respuesta que no se entiende. Inténtelo más tarde."
        case .webPageInstead: webPage
        case .tooManyResults:
            "La NASA solo muestra los primeros 10.000 resultados. Limite la búsqueda."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "\(name) no tiene ninguna imagen que se pueda mostrar."
        case .nothingViewable(_, let formats):
            "\(name) solo existe como \(formats.joined(separator: ", ")), que no se puede mostrar."
        case .addressNotAllowed(let refusal): text(refusal)
        case .notOffered(let service, .words):
            "En \(service.title) no se puede buscar por palabras."
        case .notOffered(let service, .day): "\(service.title) no se puede listar por días."
        case .notOffered(let service, .fields):
            "En \(service.title) no se puede buscar por campos como el título o el año."
        case .keyMissing(let service):
            "\(service.title) necesita una clave en el archivo de configuración (flickr-key = …)."
        case .keyRefused(let service):
            "\(service.title) no ha aceptado la clave del archivo de configuración."
        }
    }

    private static let webPage =
        "La red ha enviado una página web en lugar de una imagen. ¿Hay que iniciar sesión en ella?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "Solo se pueden abrir direcciones https://."
        case .host: "Las fotos solo se descargan de los servidores de su propia biblioteca."
        case .port: "No se puede abrir esta dirección: su puerto no está permitido."
        case .userInfo:
            "No se puede abrir esta dirección: contiene un nombre de usuario o una contraseña."
        case .controlCharacter:
            "No se puede abrir esta dirección: contiene caracteres de control."
        case .tooLong: "No se puede abrir esta dirección: es demasiado larga."
        case .malformed: "No se puede abrir esta dirección: no es válida."
        case .notLocal: "Sin https solo se puede abrir este equipo."
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "El servidor no tiene ese archivo (404)."
        case .refused(let status, _):
            "El servidor ha rechazado la petición (\(status)). Inténtelo dentro de un minuto."
        case .serverFailed(let status):
            "El servidor ha dado un error (\(status)). Inténtelo más tarde."
        case .rateLimited: "Demasiadas peticiones. Inténtelo dentro de un minuto."
        case .noConnection(let fault):
            "No se puede conectar con el servidor (\(text(fault))). Compruebe la red y reinténtelo."
        case .nameNotFound(let host):
            "No hay conexión a Internet (no se encuentra \(host)). Compruebe la red y reinténtelo."
        case .timedOut(let seconds):
            "El servidor no ha respondido en \(seconds) segundos. Vuelva a intentarlo."
        case .stalled(let bytes):
            """
            La descarga se ha parado tras \(LocalStrings.spanish.size(bytes)). Vuelva a intentarlo.
            """
        case .tlsFailed(let reason):
            "La conexión segura ha fallado («\(reason)»). ¿Está en hora el reloj del equipo?"
        case .tooManyRedirects(let limit):
            "El servidor ha redirigido más de \(limit) veces."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "El archivo supera el límite de descarga de \(LocalStrings.spanish.size(limit))."
        case .noRoom(let byteCount):
            """
            El archivo necesita \(LocalStrings.spanish.size(byteCount)) libres en la carpeta de la \
            caché.
            """
        case .webPageInstead: webPage
        case .interrupted(let fault):
            "La descarga se ha interrumpido (\(text(fault))). Vuelva a intentarlo."
        case .cancelled: "La descarga se ha cancelado."
        }
    }

    private static func text(_ fault: TransferFault) -> String {
        switch fault {
        case .unreadable: "no se puede leer el archivo"
        case .cutOff(let bytes, let total): "llegaron \(bytes) de \(total) bytes"
        case .empty: "el archivo está vacío"
        case .status(let status): "estado HTTP \(status)"
        case .noAddress(let status): "estado HTTP \(status) sin dirección"
        case .part: "llegó una parte en lugar de todo el archivo"
        case .noLibrary: "falta libcurl"
        case .noThread: "el sistema no permite más hilos"
        case .noMemory: "no hay memoria suficiente"
        case .library(let text): "«\(text)»"
        }
    }
}
