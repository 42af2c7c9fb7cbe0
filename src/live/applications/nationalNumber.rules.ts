import type { Box, ReadWord } from './textReader.gateway.ts'

/** A citizen number of the Netherlands: nine digits that pass the 11-test. */
function isBsn(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at === 8 ? -1 : 9 - at), 0)
  return sum % 11 === 0
}

/** A national number of Belgium: a date, three digits, and the rest of 97; of a person born since 2000 with a 2 in front. */
function isRijksregisternummer(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false
  // Numbers of foreigners have 20 or 40 more than the month.
  const [month, day] = [Number(digits.slice(2, 4)) % 20, Number(digits.slice(4, 6))]
  if (month > 12 || day > 31) return false
  const [body, check] = [Number(digits.slice(0, 9)), Number(digits.slice(9))]
  return [body, 2_000_000_000 + body].some(each => 97 - (each % 97) === check)
}

const isNationalNumber = (digits: string) => isBsn(digits) || isRijksregisternummer(digits)

/** Characters that are read for a digit. */
const misread: Record<string, string> = { O: '0', o: '0', I: '1', l: '1', '|': '1' }

interface Digit {
  value: string
  word: number
  /** Of the character, as parts of the word's width. */
  from: number
  to: number
}

/** The digits of a word in runs: a letter or `<` ends one; a dot, dash or slash does not. */
function digitRuns({ text }: ReadWord, word: number): Digit[][] {
  const isNumber = text.replaceAll(/\D/g, '').length > text.length / 2
  const runs: Digit[][] = [[]]
  const length = text.length
  ;[...text].forEach((character, at) => {
    const value = isNumber ? (misread[character] ?? character) : character
    if (/\d/.test(value)) runs.at(-1)?.push({ value, word, from: at / length, to: (at + 1) / length })
    else if (!/[.\-/,:]/.test(value)) runs.push([])
  })
  return runs.filter(run => run.length > 0)
}

/** Numbers in words that follow one another: `1112.22.333`, `1112 22 333`, and anywhere in a line of a machine-readable zone. */
function findNumbers(runs: Digit[][]): Digit[][] {
  const found: Digit[][] = []
  for (const [start, first] of runs.entries()) {
    for (const length of [9, 11])
      for (let at = 0; at + length <= first.length; at += 1) found.push(first.slice(at, at + length))
    let joined = first
    for (const next of runs.slice(start + 1)) {
      joined = [...joined, ...next]
      if (joined.length > 11) break
      found.push(joined)
    }
  }
  return found.filter(digits => isNationalNumber(digits.map(({ value }) => value).join('')))
}

/** The parts of a line that show a citizen number: a BSN or a rijksregisternummer. */
export function findNationalNumbers(line: readonly ReadWord[]): Box[] {
  return findNumbers(line.flatMap(digitRuns)).flatMap(digits =>
    [...Map.groupBy(digits, ({ word }) => word)].map(([word, own]) =>
      partOf((line[word] as ReadWord).bbox, own[0]?.from ?? 0, own.at(-1)?.to ?? 1),
    ),
  )
}

/** With a margin of half a line, since the width of characters differs. */
function partOf({ x0, y0, x1, y1 }: Box, from: number, to: number): Box {
  const [width, margin] = [x1 - x0, (y1 - y0) / 2]
  return {
    x0: x0 + width * from - margin,
    y0: y0 - margin / 2,
    x1: x0 + width * to + margin,
    y1: y1 + margin / 2,
  }
}
