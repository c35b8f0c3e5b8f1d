import Console

/// `kiln man`: the manual page.
enum ManCommand {
    static let command = Command<Action>(
        "man",
        summary: "print the manual page",
        description: """
            Prints all commands and options in roff, for `man`. `make install` installs the \
            page.
            """,
        examples: [
            "kiln man | man -l -": "Read the manual page.",
            "kiln man > ~/.local/share/man/man1/kiln.1": "Install it for yourself.",
        ],
        action: printing { _ in Kiln.program.manual(date: date, sections) }
    )

    /// When the declarations, and so the page, last changed much.
    private static let date = "2026-11-22"

    private static let sections: HelpTopics = [
        "ENVIRONMENT": [
            "NO_COLOR": "Messages have no color when it is set.",
            "CLICOLOR_FORCE, FORCE_COLOR":
                "Messages have color wherever they go when one of them is set.",
            "KILN_CACHE, KILN_CACHE_MODE":
                "The defaults of '--cache' and '--cache-mode' of 'kiln bake'.",
            "KILN_CACHE_TOKEN":
                "Sent to that server as a bearer token.",
            "KILN_CACHE_USER, KILN_CACHE_PASSWORD":
                "Sent to that server where there is no token. NETRC names another file than ~/.netrc.",
            "CURL_CA_BUNDLE, SSL_CERT_FILE":
                "Certificates to trust in place of the system's.",
        ],
        "FILES": [
            "catalog.json":
                "The catalog: what exists and how to bake it. Commands read the one in the working "
                + "folder by default.",
            ".kiln-cache/":
                "Next to the catalog: results of earlier bakes. You can delete it at any time.",
            "manifest.json":
                "In the output folder: what a game loads, and which files Kiln may replace.",
            ".kiln-files":
                "Next to files that commands without a catalog wrote: which of them Kiln may "
                + "replace.",
        ],
        "SEE ALSO": [
            "": "The pages of Kiln's folder Documentation: your-own-game.md to begin with, "
                + "catalog.md, keying.md, previews.md, atlases.md, game-data.md, many-machines.md and "
                + "diagnostics.md."
        ],
    ]
}
