import { Readable } from 'node:stream'
import type { CsvError, InfoRecord } from 'csv-parse'
import { createTextFileDecoder, detectDelimiter, UnreadableFileError } from './encoding.rules.ts'

/** A record of a file; it may span several lines. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Characters per record; more means a quote that was not closed. */
const MAX_LINE_LENGTH = 200_000

/**
 * Parses a file as a stream; records without any text are skipped.
 * @throws UnreadableFileError
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const text = decodeChunks(source)
  const { head, skipped } = await readFirstLine(text)
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter: detectDelimiter(head.split('\n', 1)[0] ?? ''),
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE_LENGTH,
  })
  const input = Readable.from(prependText(head, text))
  input.on('error', error => parser.destroy(error))
  const records = input.pipe(parser) as AsyncIterable<{ record: string[]; info: InfoRecord }>
  try {
    for await (const { record: cells, info } of records) {
      const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      yield { line: info.lines - breaks + skipped, cells }
    }
  } catch (error) {
    throw toUnreadableFileError(error as Error, skipped)
  } finally {
    input.destroy()
  }
}

async function* decodeChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = createTextFileDecoder()
  for await (const bytes of source) yield decoder.write(bytes)
  yield decoder.end()
}

/** Reads until the first line is complete; a `sep=` line for Excel is skipped. */
async function readFirstLine(text: AsyncGenerator<string>): Promise<{ head: string; skipped: number }> {
  let head = ''
  while (!head.includes('\n') && head.length < MAX_LINE_LENGTH) {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  const hint = /^sep=.\n/i.exec(head)?.[0]
  return hint ? { head: head.slice(hint.length), skipped: 1 } : { head, skipped: 0 }
}

async function* prependText(head: string, text: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head
  yield* text
}

function toUnreadableFileError(error: Error, skipped: number): Error {
  if (error instanceof UnreadableFileError) return error
  const { code = '', lines } = error as Partial<CsvError> & { lines?: number }
  if (!code.includes('QUOTE') && code !== 'CSV_MAX_RECORD_SIZE') return error
  const at = lines === undefined ? '' : ` op regel ${lines + skipped}`
  return new UnreadableFileError(
    `De aanhalingstekens${at} kloppen niet. Zet een heel veld tussen " en schrijf een " erin dubbel.`,
  )
}
