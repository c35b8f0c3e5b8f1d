// FileStore: the only module that touches the disk.
//
// In: paths, and bytes that shall lie under them. Out: bytes that lie there, stamps, and changes
// that are made as a whole or not at all.
//
// `Disk` is what the house knows of a file system; `RealDisk` is the machine's, tests pass others.
// `OutputFolder` replaces the outputs of an earlier run by those of the next one (exchange, or
// `Staging` and its journal), `LooseOutputs` adds files to a folder that has no record of its own.
// Both look at what is in the way first: `OwnedFiles` says what earlier runs wrote, `Obstruction`
// what nobody may replace. What the outputs are is none of this module's business: a `RecordFile`
// names the file that records all others, and reads it. `FileWatcher` waits for changes.
