import { describe, expect, it } from 'vitest'
import { createPromotion } from './contract.ts'
import { parsePromotionForm, type PromotionForm, toPromotionForm } from './form.rules.ts'

const empty = toPromotionForm(null)
const parse = (changes: Partial<PromotionForm>) => {
  const parsed = createPromotion.input.safeParse(
    parsePromotionForm({ ...empty, title: 'Lente', percentage: '10', ...changes }),
  )
  return parsed.success
    ? parsed.data
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('the form of a promotion', () => {
  it('is read as cents, numbers and nothing', () => {
    expect(
      parse({ code: ' lente ', minimumCents: '50,5', maxUses: '100', startsAt: '2026-11-27T00:00' }),
    ).toMatchObject({
      code: 'LENTE',
      percentage: 10,
      minimumCents: 5050,
      maxUses: 100,
      startsAt: '2026-11-27T00:00',
      endsAt: null,
    })
    expect(parse({})).toMatchObject({ code: null, maxUses: null, minimumCents: 0 })
  })

  it.each<[string, Partial<PromotionForm>, Record<string, string>]>([
    ['no name', { title: ' ' }, { title: 'Vul een naam in.' }],
    ['no percentage', { percentage: '' }, { percentage: 'Vul een percentage in van 1 tot 100.' }],
    ['half a percent', { percentage: '0.5' }, { percentage: 'Vul een percentage in van 1 tot 100.' }],
    [
      'no amount',
      { kind: 'AMOUNT', amountCents: 'veel' },
      { amountCents: 'Vul een bedrag in van € 0,01 tot € 10.000,00.' },
    ],
    ['no minutes', { kind: 'MINUTES', minutes: '' }, { minutes: 'Vul een aantal minuten in van 1 tot 600.' }],
    ['a short code', { code: 'X' }, { code: 'Gebruik 3 tot 32 letters, cijfers en streepjes.' }],
    ['no product', { target: 'PRODUCTS' }, { targetIds: 'Kies minstens één product.' }],
    [
      'an end before its begin',
      { startsAt: '2026-11-27T00:00', endsAt: '2026-11-27T00:00' },
      { endsAt: 'Het einde ligt niet na het begin.' },
    ],
    [
      'an end before its begin, because the clock skips that',
      { startsAt: '2027-03-28T02:30', endsAt: '2027-03-28T03:15' },
      { endsAt: 'Die nacht gaat de klok van 02:00 naar 03:00 uur. Kies een later einde.' },
    ],
    [
      'a day that does not exist',
      { startsAt: '2027-02-30T00:00', endsAt: '2027-03-03T00:00' },
      { startsAt: 'Vul een datum en een tijd in die bestaan.' },
    ],
  ])('with %s is refused at its field', (_, changes, messages) => {
    expect(parse(changes)).toEqual(messages)
  })
})
