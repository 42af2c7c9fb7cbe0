import type { DeliveredLine, DigitalKind } from './contract.ts'

const DAY_MS = 24 * 3_600_000
/** How long after its start a download may be resumed without being counted again, in milliseconds. */
const RESUME_MS = DAY_MS

/** A delivery, as far as it decides what may be downloaded. */
export interface DownloadState {
  kind: DigitalKind
  maxDownloads: number
  downloads: number
  lastDownloadAt: Date | null
  expiresAt: Date
  revokedAt: Date | null
}

export const deliveryExpiry = (deliveredAt: Date, validDays: number): Date =>
  new Date(deliveredAt.getTime() + validDays * DAY_MS)

export const downloadsLeft = ({ maxDownloads, downloads }: DownloadState): number =>
  Math.max(0, maxDownloads - downloads)

/** Whether a new download may start. Codes can be shown as long as they are not taken back. */
export function deliveryState(delivery: DownloadState, now: Date): DeliveredLine['state'] {
  if (delivery.revokedAt) return 'REVOKED'
  if (delivery.kind === 'CODES') return 'AVAILABLE'
  if (delivery.expiresAt <= now) return 'EXPIRED'
  return downloadsLeft(delivery) === 0 ? 'USED_UP' : 'AVAILABLE'
}

/**
 * Whether a download that was started may go on, also when it was the last one or the term ended meanwhile. Not when it
 * was taken back.
 */
export const mayResume = ({ revokedAt, lastDownloadAt }: DownloadState, now: Date): boolean =>
  revokedAt === null && lastDownloadAt !== null && now.getTime() - lastDownloadAt.getTime() <= RESUME_MS

/** The bytes of a response: from `start` up to and including `end`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The requested part of a file (RFC 9110, section 14). One range is supported; several, another unit and an unreadable
 * header are ignored, as the RFC allows, and give the whole file. So does an If-Range of another file.
 * @returns null for the whole file; `UNSATISFIABLE` when the range begins after the end
 */
export function requestedRange(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  { bytes, etag }: { bytes: number; etag: string },
): ByteRange | null | 'UNSATISFIABLE' {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return null
  if (headers.ifRange !== undefined && headers.ifRange !== etag) return null
  const last = bytes - 1
  if (from === '') {
    const length = Number(to)
    return length === 0 ? 'UNSATISFIABLE' : { start: Math.max(0, bytes - length), end: last }
  }
  const start = Number(from)
  const end = to === '' ? last : Math.min(last, Number(to))
  if (to !== '' && Number(to) < start) return null
  return start > last ? 'UNSATISFIABLE' : { start, end }
}

/** A transfer that has the first byte is a download of its own; any other continues one. */
export const startsDownload = (range: ByteRange | null): boolean => range === null || range.start === 0

const contentTypes: Record<string, string> = {
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
  jpg: 'image/jpeg',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
}

/** The type of a file by its name; unknown ones are bytes, which no browser opens. */
export const contentTypeOf = (name: string): string =>
  contentTypes[name.toLowerCase().split('.').at(-1) ?? ''] ?? 'application/octet-stream'

/** The Content-Disposition of a download: RFC 6266, with a fallback for names beyond ASCII. */
export function attachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The codes of an import file: each code once, in its order, and how many were in it more than once. */
export interface ParsedCodes {
  codes: string[]
  duplicates: number
  /** The line, from 1, of a code that is too long. */
  tooLong: number | null
}

const heading = /^(code|codes|voucher|licentie|sleutel|key)$/i

/**
 * The codes of a text or CSV file: the first cell of each line, with or without quotes. Empty lines and a heading are left
 * out.
 * @param longest characters of a code
 */
export function parseCodes(text: string, longest: number): ParsedCodes {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map(firstCell)
  const tooLong = cells.findIndex(cell => cell.length > longest)
  const found = cells.filter((cell, index) => cell !== '' && !(index === 0 && heading.test(cell)))
  const codes = [...new Set(found)]
  return { codes, duplicates: found.length - codes.length, tooLong: tooLong < 0 ? null : tooLong + 1 }
}

function firstCell(row: string): string {
  const trimmed = row.trim()
  const quoted = /^"((?:[^"]|"")*)"/.exec(trimmed)?.[1]
  return quoted === undefined
    ? (trimmed.split(/[;,\t]/, 1)[0] ?? '').trim()
    : quoted.replaceAll('""', '"').trim()
}
