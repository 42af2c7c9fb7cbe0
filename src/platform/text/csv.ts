import { stringify } from 'csv-stringify/sync'

/** A file begins with it, because Excel needs it to detect UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as Dutch and Belgian spreadsheets read them. Every cell is quoted: some programs treat a leading apostrophe, which makes a formula
 * harmless, as syntax.
 */
export const writeCsvRows = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify([...rows], { delimiter: ';', quoted: true, record_delimiter: '\r\n' })
