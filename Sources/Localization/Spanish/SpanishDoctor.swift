internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DiagnosisStrings {
    static let spanish = DiagnosisStrings(
        pictures: { "Imágenes: \($0), \($1.string)." },
        picturesThrough: { "Imágenes: \($0) a través de \($1), \($2.string)." },
        unknown: "Imágenes: no se sabe.",
        allColours: "todos los colores",
        colours: { "\($0) colores" },
        allWell: "Todo en orden.",
        notAsked: "No se ha preguntado al terminal.",
        noAnswer: "El terminal no ha respondido.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Este xterm dibuja imágenes si se inicia con -ti vt340."
            case .openTmux:
                "Para ver imágenes en tmux, ponga en tmux.conf: set -g allow-passthrough on"
            case .updateTmux:
                """
                Esta versión de tmux pierde imágenes que debería dejar pasar. tmux 3.8 o posterior no; \
                también sirve su propio sixel, si está compilado con él.
                """
            case .enableImagesInVSCode:
                """
                VS Code dibuja imágenes con la opción "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                Las fotos se limitan a \(limit.width)x\(limit.height) píxeles. Para evitarlo, inicie \
                xterm con -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            Este terminal no dibuja imágenes. Otros sí: kitty, Ghostty, Konsole, foot, WezTerm, iTerm2.
            """,
        noSandbox: "Las fotos se decodifican sin aislamiento.",
        noDecoder: "Las fotos no se pueden decodificar.",
        unasked: { failure in
            switch failure {
            case .noTerminal:
                "No hay terminal al que preguntar. Lo que sigue se basa solo en el entorno."
            case .pipe:
                """
                La salida va a una tubería cuyo lector puede usar el terminal; por eso no se le ha \
                preguntado. Lo que sigue se basa solo en el entorno. Mejor en un archivo: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                El programa está en segundo plano; por eso no se ha preguntado al terminal. Lo que \
                sigue se basa solo en el entorno.
                """
            case .kind:
                """
                A un terminal con este TERM no se le pregunta, porque podría mostrar las preguntas \
                como texto. Lo que sigue se basa solo en el entorno.
                """
            }
        },
        sandbox: { status in
            switch status {
            case .holds:
                """
                Las fotos se decodifican en un entorno aislado que no puede abrir archivos, usar la \
                red ni enviar señales a otros procesos (recién probado).
                """
            case .open(let operations):
                """
                Las fotos se decodifican en procesos aparte, pero este sistema no los aísla. En una \
                prueba, uno pudo \(operations.map(name).joined(separator: ", ")).
                """
            case .broken:
                """
                Las fotos se decodifican en procesos aparte, pero no se ha podido iniciar ninguno. No \
                se podrán mostrar hasta que el sistema tenga memoria libre y pueda abrir más \
                archivos.
                """
            case .none:
                """
                Las fotos se decodifican en el propio programa porque este sistema no ofrece procesos \
                aparte. Si un decodificador falla, el programa termina.
                """
            }
        },
        multiplexer: .spanish)

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "abrir archivos"
        case .useNetwork: "usar la red"
        case .signalProcesses: "enviar señales a procesos"
        }
    }
}

extension MultiplexerAdvice {
    static let spanish = MultiplexerAdvice(
        makeActive: { "No se sabe dónde está el panel. Haga que sea el panel activo de \($0)." },
        outsideIsPlain: { "El terminal exterior a \($0) responde, pero no dibuja imágenes." },
        unknownPictures: {
            """
            \($0) no lleva la cuenta de las imágenes que deja pasar. Pulse Ctrl+L para redibujar lo \
            que haya tapado.
            """
        },
        keptPictures: {
            """
            \($0) no lleva la cuenta de las imágenes que deja pasar. Pulse Ctrl+L para redibujar lo \
            que haya tapado; en otras ventanas kitty sigue mostrando las imágenes.
            """
        },
        textPictures: {
            """
            Para \($0) las imágenes son texto (caracteres de reserva de Unicode): él mismo las mueve, \
            recorta y redibuja.
            """
        },
        tmuxIsClosed: """
            tmux no deja pasar nada al terminal exterior. Con `set -g allow-passthrough on` en \
            tmux.conf este puede dibujar imágenes; las versiones nuevas de tmux dibujan sixel solas.
            """,
        tmuxIsSilent:
            "tmux no ha dicho dónde está este panel; por eso no se envían imágenes a través de él.",
        screenIsSilent: "El terminal exterior a GNU screen no ha respondido.")
}
