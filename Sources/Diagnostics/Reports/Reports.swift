// Reports: renders findings for people and programs.
//
// In: `Diagnostic` values in any order. Out: text, JSON, GitHub's commands, SARIF or JUnit.
// Findings are sorted and limited here only (`inReportOrder`), and their paths adapted to the
// reader (`seenFromHere`, `ReportPaths`). The command prints the result.
