import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes } from '../../ui/format.ts'
import { downloadNote } from './labels.rules.ts'
import {
  attachmentHeader,
  contentTypeOf,
  deliveryExpiry,
  deliveryState,
  mayResume,
  parseCodes,
  requestedRange,
  startsDownload,
  type DownloadState,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const delivery: DownloadState = {
  kind: 'FILES',
  maxDownloads: 10,
  downloads: 0,
  lastDownloadAt: null,
  expiresAt: after(1),
  revokedAt: null,
}

describe('a delivered line', () => {
  it.each([
    [{}, 'AVAILABLE'],
    [{ downloads: 9 }, 'AVAILABLE'],
    [{ downloads: 10 }, 'USED_UP'],
    [{ expiresAt: now }, 'EXPIRED'],
    [{ revokedAt: now }, 'REVOKED'],
    [{ kind: 'CODES', expiresAt: after(-1) }, 'AVAILABLE'],
    [{ kind: 'CODES', revokedAt: now }, 'REVOKED'],
  ] as const)('with %o is %s', (change, state) =>
    expect(deliveryState({ ...delivery, ...change }, now)).toBe(state),
  )

  it('can be downloaded for a year', () => {
    expect(deliveryExpiry(now, 365).toISOString()).toBe('2027-11-20T12:00:00.000Z')
  })

  it('is resumed within a day of its start, also when it was the last download, but not once it is taken back', () => {
    expect(mayResume(delivery, now)).toBe(false)
    expect(mayResume({ ...delivery, downloads: 10, lastDownloadAt: after(-24) }, now)).toBe(true)
    expect(mayResume({ ...delivery, lastDownloadAt: after(-25) }, now)).toBe(false)
    expect(mayResume({ ...delivery, lastDownloadAt: now, revokedAt: now }, now)).toBe(false)
  })

  it('says how often and until when', () => {
    const told = { state: 'AVAILABLE', downloadsLeft: 9, expiresAt: now.toISOString() } as const
    expect(downloadNote(told)).toBe('Nog 9 keer te downloaden, tot 20 november 2026.')
    expect(downloadNote({ ...told, state: 'REVOKED' })).toContain('Teruggenomen')
  })
})

describe('the requested range', () => {
  const file = { bytes: 1000, etag: '"a"' }
  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=500-5000', { start: 500, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=-0', 'UNSATISFIABLE'],
    ['bytes=1000-', 'UNSATISFIABLE'],
    ['bytes=9-3', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['lines=0-1', null],
    ['bytes=abc', null],
  ])('%s is %o', (range, expected) => expect(requestedRange({ range }, file)).toEqual(expected))

  it('is the whole file when If-Range names another one', () => {
    const range = 'bytes=500-'
    expect(requestedRange({ range, ifRange: '"a"' }, file)).toEqual({ start: 500, end: 999 })
    expect(requestedRange({ range, ifRange: '"b"' }, file)).toBeNull()
    expect(requestedRange({ range, ifRange: 'Fri, 20 Nov 2026 12:00:00 GMT' }, file)).toBeNull()
  })

  it('lies within the file, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 5000 }), (text, from, bytes) => {
        for (const range of [`bytes=${from}-`, `bytes=-${from}`, `bytes=${text}`, `bytes=${from}-${text}`]) {
          const found = requestedRange({ range }, { bytes, etag: '"a"' })
          if (found === null || found === 'UNSATISFIABLE') continue
          expect(found.start).toBeGreaterThanOrEqual(0)
          expect(found.end).toBeGreaterThanOrEqual(found.start)
          expect(found.end).toBeLessThan(bytes)
        }
      }),
    )
  })

  it('starts a download when it has the first byte', () => {
    expect(startsDownload(null)).toBe(true)
    expect(startsDownload({ start: 0, end: 5 })).toBe(true)
    expect(startsDownload({ start: 1, end: 5 })).toBe(false)
  })
})

describe('a file', () => {
  it('has its type by its name', () => {
    expect(contentTypeOf('Boek.EPUB')).toBe('application/epub+zip')
    expect(contentTypeOf('pagina.html')).toBe('application/octet-stream')
    expect(contentTypeOf('zonder')).toBe('application/octet-stream')
  })

  it('keeps its name, and no name breaks the header', () => {
    expect(attachmentHeader('één (1).pdf')).toBe(
      `attachment; filename="__n (1).pdf"; filename*=UTF-8''%C3%A9%C3%A9n%20%281%29.pdf`,
    )
    expect(attachmentHeader('a"\r\nx: y')).not.toMatch(/[\r\n]/)
  })

  it.each([
    [10, '0,1 kB'],
    [1536, '1,5 kB'],
    [5 * 1024 ** 2, '5 MB'],
    [2 * 1024 ** 3, '2 GB'],
  ])('of %i bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('imported codes', () => {
  it('are the first cells, each once, without a heading and empty lines', () => {
    const file = '\uFEFFCode;Datum\r\nAAA-1;x\r\n\r\n"BBB ""2""";y\r\nAAA-1\n  CCC\t3 '
    expect(parseCodes(file, 50)).toEqual({
      codes: ['AAA-1', 'BBB "2"', 'CCC'],
      duplicates: 1,
      tooLong: null,
    })
    expect(parseCodes('', 50).codes).toEqual([])
  })

  it('that are too long name their line', () => {
    expect(parseCodes('kort\nveel-te-lang', 5).tooLong).toBe(2)
  })
})
