import { describe, expect, it } from 'vitest'
import { parseBulkEditForm, describeBulkChange, statusesWithLines, type BulkEditForm } from './form.rules.ts'

const form = (part: Partial<BulkEditForm>): BulkEditForm => ({
  kind: 'PRICE_PERCENT',
  value: '',
  rounding: 'CENT',
  cause: 'COUNTED',
  note: '',
  active: 'true',
  startsAt: '',
  endsAt: '',
  ...part,
})

describe('bulk form input', () => {
  it.each<[Partial<BulkEditForm>, object, string]>([
    [
      { value: '-15 %' },
      { kind: 'PRICE_PERCENT', basisPoints: -1500, rounding: 'CENT' },
      'Prijs -15%, op de cent',
    ],
    [{ value: '12,5', rounding: 'NINETY_FIVE' }, { basisPoints: 1250 }, 'Prijs +12,5%, eindigend op ,95'],
    [{ kind: 'PRICE_AMOUNT', value: '−2,50' }, { cents: -250 }, 'Prijs − € 2,50, op de cent'],
    [{ kind: 'PRICE_SET', value: '0' }, { kind: 'PRICE_SET', cents: 0 }, 'Prijs op € 0,00'],
    [
      { kind: 'STOCK_AMOUNT', value: '+5', note: ' Bon ' },
      { pieces: 5, cause: 'COUNTED', note: 'Bon' },
      'Voorraad +5',
    ],
    [{ kind: 'STOCK_SET', value: '12' }, { stock: 12 }, 'Voorraad op 12'],
    [{ kind: 'ACTIVE', active: 'false' }, { active: false }, 'Uit de verkoop halen'],
    [{ kind: 'SALE_END' }, { kind: 'SALE_END' }, 'Actie beëindigen'],
    [
      { kind: 'SALE', value: '20', startsAt: '2026-11-27T00:00', endsAt: '2026-12-01T00:00' },
      { basisPoints: 2000, startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-30T23:00:00.000Z' },
      'Actie -20%, op de cent, van 27 november 2026 om 00:00 tot 1 december 2026 om 00:00',
    ],
  ])('accepts %o as an edit', (part, change, words) => {
    const meant = parseBulkEditForm(form(part))
    expect(meant).toMatchObject({ change })
    if ('change' in meant) expect(describeBulkChange(meant.change).replaceAll('\u00a0', ' ')).toBe(words)
  })

  it.each<[Partial<BulkEditForm>, object]>([
    [{ value: 'veel' }, { value: 'Vul een percentage in, zoals 10 of -12,5.' }],
    [{ value: '0' }, { value: 'Vul een percentage in, zoals 10 of -12,5.' }],
    [{ value: '-101' }, { value: 'Meer dan 100% kan er niet af.' }],
    [{ kind: 'PRICE_SET', value: '-1' }, { value: 'Vul een prijs in, vanaf 0 cent.' }],
    [
      { kind: 'STOCK_SET', value: '1,5', cause: '' },
      { value: 'Vul een aantal in, vanaf 0.', cause: 'Kies een reden.' },
    ],
    [
      { kind: 'SALE', value: '' },
      { value: 'Vul een percentage in, zoals 20.', endsAt: 'Kies wanneer de actie eindigt.' },
    ],
  ])('reports %o at its field', (part, errors) => expect(parseBulkEditForm(form(part))).toEqual({ errors }))
})

it('lists refused lines first', () => {
  const counts = { CHANGE: 3, NEW: 0, SAME: 1, REFUSED: 2, DONE: 0, ADDED: 0, MISSED: 0 }
  expect(statusesWithLines(counts)).toEqual(['REFUSED', 'CHANGE', 'SAME'])
})
