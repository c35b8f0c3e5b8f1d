// Preview: finished pictures, shown.
//
// In: straight-alpha pictures that somebody else composed, and plain facts about them. Out: bytes.
// A terminal's escape sequences, an animated PNG or GIF, a contact sheet, a comparison, a gallery
// page. All of that is functions of values. Three things touch the machine, each through a door of
// its own: `TerminalDevice` asks the terminal what it can show, `AnimationPlayer` plays on one, and
// `FileWatcher` waits for files to change.
//
// A folder an idea: `Terminal/` draws on terminals (`Protocols/`: one way each), `Pictures/` has what
// all of them show, with picture files and sheets of pictures in folders of their own, `Compare/`
// tells two bakes apart, `Gallery/` is the page (`Page/`: its files, which the build embeds), and
// `Watch/` waits for changes.
