export type CsvCell = string | number | boolean | null

/**
 * One line by RFC 4180, CRLF at its end. A text that a spreadsheet would run as a formula gets an apostrophe in front,
 * as OWASP advises: names and messages come from models and from outside.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  // A spreadsheet also looks behind white space and at the full-width forms of the four signs.
  const harmless = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return harmless === cell && !/[",\r\n]/.test(cell) ? cell : `"${harmless.replaceAll('"', '""')}"`
}
