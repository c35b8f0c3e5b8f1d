// JSON: text with places in, values out, and values written as text.
//
// In: bytes that may be anything (`JSONParser`, which tells every slip with its line and column,
// over a `SourceText`), or a `JSONOutput` that somebody made. Out: `JSONNode`s, which know the bytes
// they stand on; or text in one of three layouts. What values mean is none of its business.
