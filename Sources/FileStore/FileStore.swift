// FileStore: the only module that accesses the disk.
//
// In: paths, and bytes to write to them. Out: their contents, stamps, and atomic changes.
//
// `Disk` is the file system that all modules use; `RealDisk` is the machine's, and tests pass
// others. `OutputFolder` replaces the outputs of an earlier run by those of the next one (exchange,
// or `Staging` and its journal), `LooseOutputs` adds files to a folder without a catalog's record.
// Both check for obstacles first: `OwnedFiles` says what earlier runs wrote, `Obstruction` what
// must not be replaced. A `RecordFile` names and reads the file that records all others; otherwise
// this module does not know what outputs are. `FileWatcher` waits for changes.
