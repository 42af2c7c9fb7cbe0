import { Problem } from '../../wire/problem.ts'

/** A file that can't be read as a table; `message` is shown to the admin, at the field `file`. */
export class UnreadableFileError extends Problem {
  constructor(message: string) {
    super('INVALID_INPUT', { message, fields: { file: message } })
  }
}

const NOT_TEXT = 'Dit is geen tekstbestand. Bewaar het als CSV en probeer het opnieuw.'
const SPREADSHEET = 'Dit is een rekenblad. Bewaar het als “CSV UTF-8” en probeer het opnieuw.'
const MIXED =
  'De tekens in dit bestand zijn op twee manieren geschreven. Bewaar het als “CSV UTF-8” en probeer het opnieuw.'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The first bytes of spreadsheets, which are not text. */
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
  /** @throws UnreadableFileError */
  write(bytes: Uint8Array): string
  /** The rest. @throws UnreadableFileError */
  end(): string
}

/**
 * Decodes text as a stream: UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252, which old spreadsheets
 * write. As long as all bytes were ASCII, a byte that is not valid UTF-8 means Windows-1252; after UTF-8 characters were
 * decoded, it is an error. Line ends become `\n`.
 */
export function createTextFileDecoder(): TextFileDecoder {
  let encoding: Encoding | null = null
  let decoder: TextDecoder | null = null
  let rest: Uint8Array = new Uint8Array()
  let hasLetters = false
  const normalizeLineEnds = createLineEndNormalizer()

  const plain = (text: string): string => {
    // Bytes that Windows-1252 does not define are decoded as control characters.
    if (text.includes('\0') || (encoding === 'windows-1252' && /[\x7f-\x9f]/.test(text)))
      throw new UnreadableFileError(NOT_TEXT)
    return normalizeLineEnds(text)
  }

  /** Decodes while the encoding is undecided, up to the last ASCII byte, so that no character is split. */
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
    // UTF-8 that was read as Windows-1252 looks like this.
    if (/[ÃÂ][\u0080-\u00bf]|â€/.test(old)) throw new UnreadableFileError(MIXED)
    return plain(old)
  }

  const decode = (bytes: Uint8Array, stream: boolean): string =>
    decoder ? plain(decodeStrictly(decoder, bytes, stream)) : unmarked(bytes, !stream)

  /** Decodes the first bytes, by which the encoding is detected. */
  const begin = (stream: boolean): string => {
    const first = rest
    rest = new Uint8Array()
    encoding = detectEncoding(first)
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true })
    return stripByteOrderMark(decode(first, stream))
  }

  return {
    write(bytes) {
      if (encoding !== null) return decode(bytes, true)
      rest = concatBytes(rest, bytes)
      // Four bytes are enough to detect the encoding.
      return rest.length < 4 ? '' : begin(true)
    },
    end: () => (encoding === null ? begin(false) : decode(new Uint8Array(), false)),
  }
}

/** Line ends become `\n`, also one that is cut in two. */
function createLineEndNormalizer() {
  let endedInReturn = false
  return (text: string): string => {
    const whole = endedInReturn && text.startsWith('\n') ? text.slice(1) : text
    endedInReturn = text === '' ? endedInReturn : text.endsWith('\r')
    return whole.replaceAll(/\r\n?/g, '\n')
  }
}

/** @throws UnreadableFileError for a spreadsheet */
function detectEncoding(bytes: Uint8Array): Encoding {
  if (spreadsheets.some(start => beginsWith(bytes, start))) throw new UnreadableFileError(SPREADSHEET)
  return byteOrderMarks.find(([, mark]) => beginsWith(bytes, mark))?.[0] ?? detectUtf16(bytes) ?? 'utf-8'
}

const stripByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

function concatBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function decodeStrictly(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new UnreadableFileError(NOT_TEXT)
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** ASCII in UTF-16 has a zero byte beside each character. */
function detectUtf16(bytes: Uint8Array): Encoding | null {
  const begin = bytes.subarray(0, 64)
  const zeros = (odd: number) => begin.filter((byte, at) => at % 2 === odd && byte === 0).length
  const half = begin.length / 2
  if (zeros(1) > half * 0.7 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > half * 0.7 && zeros(1) === 0 ? 'utf-16be' : null
}

/** The delimiter that occurs most in the first line: `;`, `,` or tab. */
export function detectDelimiter(firstLine: string): string {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (mark: string) => bare.split(mark).length - 1
  const marks = [';', ',', '\t']
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
