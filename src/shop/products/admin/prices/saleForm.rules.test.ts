import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBrusselsInput, parseSaleForm, toBrusselsInput, toSaleForm } from './saleForm.rules.ts'

describe('a time in Brussels', () => {
  it.each([
    ['2026-07-02T00:00', '2026-07-01T22:00:00.000Z'],
    ['2026-12-25T00:00', '2026-12-24T23:00:00.000Z'],
    // 29 March 2026: 02:00 is followed by 03:00.
    ['2026-03-29T00:00', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-03-30T00:00', '2026-03-29T22:00:00.000Z'],
    // 25 October 2026: 03:00 is followed by 02:00.
    ['2026-10-25T00:00', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-26T00:00', '2026-10-25T23:00:00.000Z'],
  ])('%s is %s', (typed, utc) => expect(fromBrusselsInput(typed)).toBe(utc))

  it.each(['', 'morgen', '2026-13-01T00:00', '2026-07-02', '2026-07-02T25:00'])('%j is none', typed =>
    expect(fromBrusselsInput(typed)).toBeNull(),
  )

  it('is shown as it was typed, but for the hour that does not exist', () => {
    const minute = fc
      .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
      .map(ms => ms - (ms % 60_000))
    fc.assert(
      fc.property(minute, time => {
        const shown = toBrusselsInput(new Date(time).toISOString())
        const meant = Date.parse(fromBrusselsInput(shown) ?? '')
        // The second time that an hour comes can't be typed.
        expect([0, 3600_000]).toContain(time - meant)
        expect(toBrusselsInput(new Date(meant).toISOString())).toBe(shown)
      }),
    )
  })
})

describe('the form of a sale', () => {
  const form = { salePrice: '9,95', startsAt: '', endsAt: '2026-12-25T00:00' }

  it('begins at once without a time', () =>
    expect(parseSaleForm(form)).toEqual({ sale: { salePrice: 995, endsAt: '2026-12-24T23:00:00.000Z' } }))

  it('has a message for each field', () => {
    expect(parseSaleForm({ salePrice: 'veel', startsAt: 'nu', endsAt: '' })).toEqual({
      errors: {
        salePrice: 'Vul een actieprijs in, zoals 9,95.',
        startsAt: 'Kies wanneer de actie begint.',
        endsAt: 'Kies wanneer de actie eindigt.',
      },
    })
    expect(parseSaleForm({ ...form, startsAt: form.endsAt })).toHaveProperty('errors.endsAt')
  })

  it('is filled with a sale', () => {
    const sale = {
      salePrice: 995,
      startsAt: '2026-11-26T23:00:00.000Z',
      endsAt: '2026-12-24T23:00:00.000Z',
      isRunning: false,
    }
    expect(toSaleForm(sale)).toEqual({ ...form, startsAt: '2026-11-27T00:00' })
  })
})
