/** A file that can't be read as a table; `message` says why to a person. */
export class UnreadableFileError extends Error {
  override readonly name = 'Unreadable'
}

const NOT_TEXT = 'Dit is geen tekstbestand. Bewaar het als CSV en probeer het opnieuw.'
const SPREADSHEET = 'Dit is een rekenblad. Bewaar het als “CSV UTF-8” en probeer het opnieuw.'
const MIXED =
  'De tekens in dit bestand zijn op twee manieren geschreven. Bewaar het als “CSV UTF-8” en probeer het opnieuw.'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How files begin that are something else. */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const beginsWith = (bytes: Uint8Array, begin: number[]): boolean =>
  begin.every((byte, at) => bytes[at] === byte)

export interface TextFileDecoder {
  /** @throws Unreadable */
  write(bytes: Uint8Array): string
  /** What was left. @throws Unreadable */
  end(): string
}

/**
 * Reads text piece by piece, however it is written: UTF-8 or UTF-16, with a mark or without, or Windows-1252, which old
 * spreadsheets write. As long as there were plain letters only, a byte that is no UTF-8 means Windows-1252; after that,
 * the file is refused, for half of it would be wrong. Lines end in `\n` in what comes out.
 */
export function createTextFileDecoder(): TextFileDecoder {
  let encoding: Encoding | null = null
  let decoder: TextDecoder | null = null
  let rest: Uint8Array = new Uint8Array()
  let hasLetters = false
  let endedInReturn = false

  const plain = (text: string): string => {
    // What Windows-1252 has no letter for becomes a control sign.
    if (text.includes('\0') || (encoding === 'windows-1252' && /[\x7f-\x9f]/.test(text)))
      throw new UnreadableFileError(NOT_TEXT)
    const whole = endedInReturn && text.startsWith('\n') ? text.slice(1) : text
    endedInReturn = text === '' ? endedInReturn : text.endsWith('\r')
    return whole.replaceAll(/\r\n?/g, '\n')
  }

  /** Up to the last byte that stands for itself: a letter of several bytes is never cut. */
  const unmarked = (bytes: Uint8Array, isLast: boolean): string => {
    const all = concatBytes(rest, bytes)
    const until = isLast ? all.length : all.findLastIndex(byte => byte < 0x80) + 1
    rest = all.slice(until)
    const part = all.subarray(0, until)
    if (!part.some(byte => byte >= 0x80)) return plain(new TextDecoder().decode(part))
    const text = decodeUtf8(part)
    if (text !== null) {
      hasLetters = true
      return plain(text)
    }
    if (hasLetters) throw new UnreadableFileError(MIXED)
    encoding = 'windows-1252'
    decoder = new TextDecoder(encoding)
    const old = decoder.decode(concatBytes(part, rest), { stream: true })
    rest = new Uint8Array()
    // A letter of UTF-8 that is read as Windows-1252.
    if (/[ÃÂ][\u0080-\u00bf]|â€/.test(old)) throw new UnreadableFileError(MIXED)
    return plain(old)
  }

  const begin = (bytes: Uint8Array): void => {
    if (spreadsheets.some(start => beginsWith(bytes, start))) throw new UnreadableFileError(SPREADSHEET)
    encoding =
      byteOrderMarks.find(([, mark]) => beginsWith(bytes, mark))?.[0] ?? detectUtf16(bytes) ?? 'utf-8'
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true })
  }

  const decode = (bytes: Uint8Array, stream: boolean): string => {
    if (!decoder) return unmarked(bytes, !stream)
    try {
      return plain(decoder.decode(bytes, { stream }))
    } catch {
      throw new UnreadableFileError(NOT_TEXT)
    }
  }

  return {
    write(bytes) {
      if (encoding !== null) return decode(bytes, true)
      rest = concatBytes(rest, bytes)
      // Enough to see what it is.
      if (rest.length < 4) return ''
      const first = rest
      rest = new Uint8Array()
      begin(first)
      return stripByteOrderMark(decode(first, true))
    },
    end() {
      if (encoding !== null) return decode(new Uint8Array(), false)
      const all = rest
      rest = new Uint8Array()
      begin(all)
      return stripByteOrderMark(decode(all, false))
    },
  }
}

const stripByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

function concatBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Plain letters in UTF-16 have a zero beside each. */
function detectUtf16(bytes: Uint8Array): Encoding | null {
  const begin = bytes.subarray(0, 64)
  const zeros = (odd: number) => begin.filter((byte, at) => at % 2 === odd && byte === 0).length
  const half = begin.length / 2
  if (zeros(1) > half * 0.7 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > half * 0.7 && zeros(1) === 0 ? 'utf-16be' : null
}

/** What stands between cells: of `;`, `,` and tab the one that the first line has most of. */
export function detectDelimiter(firstLine: string): string {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (mark: string) => bare.split(mark).length - 1
  const marks = [';', ',', '\t']
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
