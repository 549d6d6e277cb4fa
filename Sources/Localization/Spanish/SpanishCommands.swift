internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ProgramStrings {
    static let spanish = ProgramStrings(
        noTerminal:
            "No hay terminal donde dibujar. --print escribe una imagen y --plain texto.",
        noThreads:
            "No se puede crear un hilo. Cierre programas o aumente los límites (vea ulimit -a).",
        noProc:
            "No se puede leer /proc, que es necesario. Móntelo o use nasa-view donde sea visible.",
        fewDescriptors: {
            "No se pueden abrir suficientes archivos (hacen falta \($0)). Aumente el límite (vea ulimit -n)."
        },
        littleMemory: {
            "Falta espacio de direcciones (hacen falta \($0) MB). Aumente el límite (vea ulimit -v)."
        },
        crashed: { log in
            "El programa ha fallado. "
                + (log.map { "Sus últimos pasos están en \($0)." }
                    ?? "Con NASA_VIEW_LOG=ARCHIVO registra lo que hace.")
        },
        outputFailed: { "No se puede escribir en la salida estándar: «\($0)»." })
}

extension CacheStrings {
    static let spanish = CacheStrings(
        trouble: { trouble in
            switch trouble {
            case .diskFull: "El disco está lleno. Las fotos nuevas no se guardan en la caché."
            case .notWritable:
                "No se puede escribir en la carpeta de la caché. No se guarda nada en ella."
            case .notOurs:
                "La carpeta de la caché es de otro usuario. No se guarda nada en ella."
            case .isLink: "La carpeta de la caché es un enlace. No se guarda nada en ella."
            case .unusable(let reason):
                "No se puede usar la caché («\(reason)»). No se guarda nada en ella."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noHomeFolder:
                "No hay carpeta personal. Los favoritos y el historial no se guardan."
            case .newerVersion:
                "Los favoritos y el historial son de un nasa-view más nuevo. Actualice este."
            case .notOurs(let path):
                "Los favoritos y el historial no se guardan: \(path) es de otro usuario."
            case .isLink(let path):
                "Los favoritos y el historial no se guardan: \(path) es un enlace."
            case .damagedAgain:
                "No se pueden usar los favoritos ni el historial (un archivo nuevo también está dañado)."
            case .endless:
                "No se pueden usar los favoritos ni el historial (una consulta no termina nunca)."
            case .unusable(let reason):
                "No se pueden usar los favoritos ni el historial («\(reason)»)."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Los favoritos y el historial estaban dañados y se han vaciado. Archivo anterior: \(path)"
            }
        },
        offline: { "No se puede conectar con el servidor. Se muestra lo guardado \($0)." },
        daysAgo: {
            $0 == 1 ? "hace 1 día" : "hace \(LocalStrings.spanish.number($0)) días"
        },
        hoursAgo: { $0 == 1 ? "hace 1 hora" : "hace \($0) horas" },
        minutesAgo: { $0 == 1 ? "hace 1 minuto" : "hace \($0) minutos" },
        momentAgo: "hace un momento")
}

extension CommandStrings {
    static let spanish = CommandStrings(
        moreFailures: { "Han fallado \($0) más." },
        received: { "\($0) de \($1)" },
        pixels: { "\($0) por \($1) píxeles" },
        more: { "\($0) de \($1) fotos. --search y sus filtros acortan la lista." },
        noFavourite: { "\($0) no está entre los favoritos." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "ninguno" : sizes.joined(separator: ", ")
            return "\(name) no existe en el tamaño «\(size)». Tamaños disponibles: \(list)."
        },
        noFolder: { "No existe la carpeta \($0)." },
        notWritable: { "No se puede escribir en \($0). Compruebe sus permisos." },
        diskFull:
            "El disco está lleno. Libere espacio y vuelva a intentarlo: la descarga continuará.",
        outside: { "El recorte no está dentro de \($0), que tiene \($1) píxeles." },
        tooLargeForFormat: {
            "Un JPEG no puede medir más de \($0) píxeles de ancho o de alto. Guárdelo como PNG."
        },
        tooMuchOfTiles: {
            "De una imagen en teselas se pueden guardar como mucho \($0) megapíxeles a la vez. Acérquese."
        },
        busy: { "Otro programa está usando \($0)." },
        tooManyOfName: { "No se puede guardar \($0): hay demasiados archivos con este nombre." },
        unusable: { "No se puede guardar \($0) (\($1))." },
        fileExists: { "\($0) ya existe. --force lo sustituye." })
}

extension ConfigurationStrings {
    static let spanish = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "aquí falta un nombre"
            case .noEquals: "aquí falta ="
            case .noValue: "aquí falta un texto entre comillas, un número o una lista"
            case .openText: "faltan las comillas de cierre"
            case .openList: "en esta lista falta ] o una coma"
            case .openTable: "falta ]"
            case .unknownEscape:
                "secuencia de escape desconocida; una barra invertida se escribe \\\\"
            case .leftover: "sobra texto al final de la línea"
            case .unsupported: "sintaxis no admitida"
            case .twice(let name): "\(name) ya está definido más arriba; esta línea no cuenta"
            case .tooLong: "el archivo es demasiado largo"
            case .unreadable: "no se puede leer el archivo; compruebe sus permisos"
            case .unknownSetting(let name, let meant):
                "opción desconocida «\(name)»; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name): «\(value)» no se conoce; use \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) debe ser \(range.lowerBound)–\(range.upperBound) (no \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name): «\(value)» no es válido; use por ejemplo \(list(examples))"
            case .unknownAction(let name, let meant):
                "acción desconocida «\(name)»; \(meantOrAll(meant))"
            case .unknownKey(let name):
                "tecla desconocida «\(name)»; en nasa-view, ? las muestra todas"
            case .keptKey(let name): "la tecla \(name) no se puede cambiar"
            }
        })

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "¿quería decir «\($0)»?" } ?? "nasa-view config las muestra todas"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.spanish.alternatives(words)
    }
}

extension KindStrings {
    static let spanish = KindStrings(
        viewer: "En el visor",
        comparison: "Al comparar dos fotos, además de las teclas del visor",
        library: "En listas y cuadrículas",
        detail: "En la página de una foto")
}
