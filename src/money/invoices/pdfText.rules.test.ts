import { expect, it } from 'vitest'
import { toPdfText } from './pdfText.rules.ts'

it('leaves what can be shown as it is, however it was typed', () => {
  expect(toPdfText('Žofie Müller, “Çà & là” – € 5,00')).toBe('Žofie Müller, “Çà & là” – € 5,00')
  expect(toPdfText('José'.normalize('NFD'))).toBe('José')
})

it('writes letters that can not be shown as a passport does', () => {
  expect(toPdfText('Łukasz Şükrü Đorđe, Łódź')).toBe('Lukasz Sükrü Dorde, Lódz')
  expect(toPdfText('Gőz İpek Ștefan ﬁjn')).toBe('Goz Ipek Stefan fijn')
  expect(toPdfText('Жанна Щукина')).toBe('Zhanna Shchukina')
  expect(toPdfText('Θεοδώρα Ψυχή')).toBe('Theodora Psychi')
})

it('leaves out what is no letter, and says where a letter is missing', () => {
  expect(toPdfText('Rozen 🌹\u0000\u200e')).toBe('Rozen ')
  expect(toPdfText('林 5')).toBe('? 5')
})
