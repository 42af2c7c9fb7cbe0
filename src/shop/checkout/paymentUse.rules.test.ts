import { expect, it } from 'vitest'
import { chooseProvider, paymentUseOf } from './paymentUse.rules.ts'

const line = (name: string, changes: object = {}) => ({
  name,
  isGiftCard: false,
  hasSexualContent: false,
  shippingCost: 0,
  showShippingOptions: true,
  ...changes,
})
const download = { showShippingOptions: false }

it.each([
  ['goods', line('Lamp'), 'GOODS'],
  ['goods with the mark of a download', line('Lamp', { hasSexualContent: true }), 'GOODS'],
  ['a download', line('Boek', download), 'DIGITAL'],
  ['a download with sexual content', line('Boek', { ...download, hasSexualContent: true }), 'MINUTES'],
  ['a gift card', line('Bon', { ...download, isGiftCard: true }), 'GIFT_CARD'],
])('sees %s as %3$s', (_, item, use) => expect(paymentUseOf(item)).toBe(use))

const providerOf = (use: string) => (use === 'MINUTES' ? 'other' : 'first')

it('chooses the provider that all lines share', () => {
  expect(chooseProvider([line('Lamp'), line('Boek', download)], providerOf)).toEqual({ provider: 'first' })
  expect(chooseProvider([line('Boek', { ...download, hasSexualContent: true })], providerOf)).toEqual({
    provider: 'other',
  })
})

it('says which lines have to be bought apart', () => {
  const lines = [line('Lamp'), line('Boek', { ...download, hasSexualContent: true }), line('Kaars')]
  expect(chooseProvider(lines, providerOf)).toEqual({
    refusal:
      '‘Lamp’, ‘Kaars’ en ‘Boek’ betaal je apart, omdat niet elke betaaldienst alles aanneemt. Bestel ze in twee keer.',
  })
})
