import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isSepaName, toSepaText } from './sepaText.rules.ts'

test.each([
  ['Łucja Żółć', 'Lucja Zolc'],
  ['Søren Ærø', 'Soren AEro'],
  ['Weiß & Größe', 'Weiss + Grosse'],
  ['Zoë d’Hondt', "Zoe d'Hondt"],
  ['Çelik Işıl', 'Celik Isil'],
  ['Ðóra Þórsdóttir', 'Dora THorsdottir'],
  ['Anna 🌹 Roos', 'Anna Roos'],
  ['  Anna\t\nRoos  ', 'Anna Roos'],
  ['//Anna//Roos//', 'Anna/Roos'],
  ['A_B–C', 'A-B-C'],
  ['Иван', ''],
])('%j is written as %j', (name, written) => expect(toSepaText(name, 70)).toBe(written))

describe('the text of a transfer', () => {
  it('has the characters of SEPA only, no double slash and at most its length, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
        const written = toSepaText(text, 70)
        expect(written).toMatch(/^[A-Za-z0-9 /\-?:().,'+]{0,70}$/)
        expect(written).not.toMatch(/\/\/|^[ /]|[ /]$/)
        expect(toSepaText(written, 70)).toBe(written)
      }),
    )
  })

  it('is a name that a bank recognizes when no letter is left out', () => {
    expect(['Łucja Żółć', 'Anna 🌹'].map(isSepaName)).toEqual([true, true])
    expect(['Иван', 'Anna Иван', '🌹', ''].map(isSepaName)).toEqual([false, false, false, false])
  })
})
