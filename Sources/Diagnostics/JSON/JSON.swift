// JSON: parsing with source locations, and writing.
//
// In: any bytes (`JSONParser`, which reports every problem with its line and column, from a
// `SourceText`), or a `JSONOutput`. Out: `JSONNode`s with their source ranges; or text in one of
// three layouts. The meaning of values is not handled here.
