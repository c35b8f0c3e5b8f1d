// Preview: finished pictures, shown.
//
// In: straight-alpha pictures that somebody else composed, and plain facts about them. Out: bytes.
// A terminal's escape sequences, an animated PNG or GIF, a contact sheet, a comparison, a gallery
// page. All of that is functions of values. Two things touch the machine, each through a door of
// its own: `TerminalDevice` asks the terminal what it can show, and `AnimationPlayer` plays on one.
//
// A folder an idea: `Terminal/` draws on terminals (`Protocols/`: one way each), `Pictures/` has what
// all of them show, with picture files and sheets of pictures in folders of their own, `Compare/`
// tells two bakes apart, and `Gallery/` is the page (`Page/`: its files, which the build embeds).
