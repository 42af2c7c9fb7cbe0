import { expect, it } from 'vitest'
import { printable } from './printable.rules.ts'

it('leaves what can be shown as it is, however it was typed', () => {
  expect(printable('Žofie Müller, “Çà & là” – € 5,00')).toBe('Žofie Müller, “Çà & là” – € 5,00')
  expect(printable('José'.normalize('NFD'))).toBe('José')
})

it('writes letters that can not be shown as a passport does', () => {
  expect(printable('Łukasz Şükrü Đorđe, Łódź')).toBe('Lukasz Sükrü Dorde, Lódz')
  expect(printable('Gőz İpek Ștefan ﬁjn')).toBe('Goz Ipek Stefan fijn')
  expect(printable('Жанна Щукина')).toBe('Zhanna Shchukina')
  expect(printable('Θεοδώρα Ψυχή')).toBe('Theodora Psychi')
})

it('leaves out what is no letter, and says where a letter is missing', () => {
  expect(printable('Rozen 🌹\u0000\u200e')).toBe('Rozen ')
  expect(printable('林 5')).toBe('? 5')
})
