import { expect, it } from 'vitest'
import { splitByFont } from './pdfText.rules.ts'

const letters = {
  regular: /[\p{Script=Latin}\p{Script=Greek}\d .,–−€]/u,
  han: /[\p{Script=Han}\p{Script=Latin}\d ]/u,
}
const split = (line: string) =>
  splitByFont(line, 'regular', (font, codePoint) =>
    letters[font === 'han' ? 'han' : 'regular'].test(String.fromCodePoint(codePoint)),
  )

it('keeps a line of one font in one run, whatever its Unicode form', () => {
  expect(split('Łukasz Şükrü, Ψυχή – € 5,00')).toEqual([
    { font: 'regular', text: 'Łukasz Şükrü, Ψυχή – € 5,00' },
  ])
  expect(split('José'.normalize('NFD'))).toEqual([{ font: 'regular', text: 'José' }])
  expect(split('')).toEqual([{ font: 'regular', text: '' }])
})

it('takes the font that has a character, and stays in it', () => {
  expect(split('王 5 小明')).toEqual([{ font: 'han', text: '王 5 小明' }])
  expect(split('Sam 王小明, Łódź')).toEqual([
    { font: 'regular', text: 'Sam ' },
    { font: 'han', text: '王小明' },
    { font: 'regular', text: ', Łódź' },
  ])
})

it('removes characters that are no letters, and marks a letter that no font has', () => {
  expect(split('Rozen 🌹\u0000\u200e')).toEqual([{ font: 'regular', text: 'Rozen ' }])
  expect(split('ליאור 5')).toEqual([{ font: 'regular', text: '????? 5' }])
})
