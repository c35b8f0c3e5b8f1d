// Reports: findings as text, for people and for machines.
//
// In: `Diagnostic` values in any order. Out: text, JSON, GitHub's commands, SARIF or JUnit. Here, and
// nowhere else, findings are put in order, cut to a length that somebody reads (`inReportOrder`),
// and told with paths that lead to the files from where the reader is (`seenFromHere`,
// `ReportPaths`). Nothing is printed: that is the command's.
