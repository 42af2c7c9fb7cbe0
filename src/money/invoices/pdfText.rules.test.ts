import { expect, it } from 'vitest'
import { toPdfText } from './pdfText.rules.ts'

it('keeps printable characters, whatever their Unicode form', () => {
  expect(toPdfText('Žofie Müller, “Çà & là” – € 5,00')).toBe('Žofie Müller, “Çà & là” – € 5,00')
  expect(toPdfText('José'.normalize('NFD'))).toBe('José')
})

it('transliterates unprintable letters as passports do', () => {
  expect(toPdfText('Łukasz Şükrü Đorđe, Łódź')).toBe('Lukasz Sükrü Dorde, Lódz')
  expect(toPdfText('Gőz İpek Ștefan ﬁjn')).toBe('Goz Ipek Stefan fijn')
  expect(toPdfText('Жанна Щукина')).toBe('Zhanna Shchukina')
  expect(toPdfText('Θεοδώρα Ψυχή')).toBe('Theodora Psychi')
})

it('removes characters that are no letters, and marks a missing letter', () => {
  expect(toPdfText('Rozen 🌹\u0000\u200e')).toBe('Rozen ')
  expect(toPdfText('林 5')).toBe('? 5')
})
