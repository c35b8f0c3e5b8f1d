// Preview: finished pictures, shown.
//
// In: straight-alpha pictures that somebody else composed, and plain facts about them. Out: sheets of
// pictures with labels, and the gallery page as bytes. All of it is functions of values.
//
// A folder an idea: `Pictures/` has sheets and what lies behind pictures, `Gallery/` is the page
// (`Page/`: its files, which the build embeds).
