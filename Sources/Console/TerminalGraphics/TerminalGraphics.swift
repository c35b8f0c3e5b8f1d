// TerminalGraphics: pictures on terminals.
//
// In: straight-alpha pictures, what the environment says of a terminal, and what it answers when it is
// asked. Out: bytes, a terminal's escape sequences (`Protocols/`: one way to draw each). Two things touch
// the machine, each through a door of its own: `TerminalDevice` asks the terminal what it can show, and
// `AnimationPlayer` plays on one.
