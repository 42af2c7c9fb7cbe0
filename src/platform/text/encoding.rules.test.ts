import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createTextFileDecoder, detectDelimiter, UnreadableFileError } from './encoding.rules.ts'

/** Reads bytes in chunks of this size. */
function read(bytes: Uint8Array, size = bytes.length || 1): string {
  const decoder = createTextFileDecoder()
  let text = ''
  for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size))
  return text + decoder.end()
}

const utf8 = (text: string, mark = ''): Uint8Array => new TextEncoder().encode(mark + text)
const utf16 = (text: string, mark = '\ufeff'): Uint8Array =>
  new Uint8Array(Buffer.from(mark + text, 'utf16le'))
const swapped = (text: string, mark?: string): Uint8Array =>
  new Uint8Array(Buffer.from(utf16(text, mark)).swap16())
const old = (...bytes: number[]): Uint8Array => new Uint8Array(bytes)

const table = 'SKU;Naam\nA;Crème brûlée – € 5, 手\n'

describe('file encoding', () => {
  it.each([
    ['UTF-8', utf8(table)],
    ['UTF-8 with a mark', utf8(table, '\ufeff')],
    ['UTF-16', utf16(table)],
    ['UTF-16, the other way round', swapped(table)],
  ])('reads %s, however it is split into chunks', (_, bytes) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(read(bytes, size)).toBe(table)
  })

  it('recognizes UTF-16 without a byte order mark', () => {
    expect(read(utf16('SKU;Naam\nA;B\n', ''))).toBe('SKU;Naam\nA;B\n')
    expect(read(swapped('SKU;Naam\nA;B\n', ''))).toBe('SKU;Naam\nA;B\n')
  })

  it('recognizes Windows-1252 by its first byte that is invalid UTF-8', () => {
    const bytes = old(...utf8('SKU;Naam\nA;Cr'), 0xe8, ...utf8('me '), 0x80, ...utf8(' 5\n'))
    for (const size of [1, 4, 5, 1000]) expect(read(bytes, size)).toBe('SKU;Naam\nA;Crème € 5\n')
  })

  it('reads other line endings as the same file', () => {
    for (const size of [1, 2, 1000]) expect(read(utf8('a\r\nb\rc\n\r\n'), size)).toBe('a\nb\nc\n\n')
  })

  it.each([
    ['half one and half the other', old(...utf8('Crème\nCr'), 0xe8, 0x6d, 0x0a), /op twee manieren/],
    ['a spreadsheet', old(0x50, 0x4b, 3, 4, 20, 0), /rekenblad/],
    ['an old spreadsheet', old(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /rekenblad/],
    ['a picture', old(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), /geen tekstbestand/],
  ])('refuses a file that is %s', (_, bytes, reason) => {
    for (const size of [1, 5, 1000]) {
      expect(() => read(bytes, size)).toThrow(UnreadableFileError)
      expect(() => read(bytes, size)).toThrow(reason)
    }
  })

  test('reads UTF-8 unchanged, whatever its content and chunks', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(some => !/[\0\r\ufeff]/.test(some))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (some, size) => {
        const whole = `SKU;Naam\n${some}\n`
        expect(read(utf8(whole), size)).toBe(whole)
      }),
    )
  })
})

it.each([
  ['SKU;Naam;Prijs', ';'],
  ['SKU,Naam,Prijs', ','],
  ['SKU\tNaam', '\t'],
  ['"a,b,c,d";Naam', ';'],
  ['SKU', ';'],
])('detects for the cells of %o the delimiter %o', (line, mark) => expect(detectDelimiter(line)).toBe(mark))
