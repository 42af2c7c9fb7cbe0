import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ParcelState } from './contract.ts'
import { advanceParcel, chooseService, findLabelRefusal, labelSender } from './rules.ts'
import { readConfig } from '../../../../platform/config.ts'

const order = {
  status: 'PAID' as const,
  isDigital: false,
  shippingStreet: 'Lindelaan',
  shippingCountry: 'Nederland',
}

test.each([
  [{}, null],
  [{ status: 'PROCESSING' as const }, null],
  [{ status: 'PENDING' as const }, /nog niets betaald/],
  [{ status: 'SHIPPED' as const }, /al verzonden/],
  [{ status: 'CANCELLED' as const }, /geannuleerd/],
  [{ isDigital: true }, /digitaal/],
  [{ shippingCountry: 'Verenigde Staten' }, /douanegegevens/],
  [{ shippingCountry: 'Narnia' }, /geen land/],
])('an order with %o is refused with %s', (change, reason) => {
  const refusal = findLabelRefusal({ ...order, ...change })
  if (reason === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(reason)
})

test('has the neutral sender on labels, and none while the company has no address', () => {
  const { settings } = readConfig({ SELLER_NAME: 'Gloed', SHOP_NAME: 'Gloed' })
  expect(labelSender(settings)).toBeNull()
  const company = { ...settings.company, street: 'Kaai 1', postalCode: '9000', city: 'Gent' }
  const sender = labelSender({ ...settings, company })
  expect(sender).toMatchObject({ name: 'Magazijn', company: null, street: 'Kaai 1', country: 'BE' })
  expect(JSON.stringify(sender)).not.toContain('Gloed')
})

describe('a service that nobody chose', () => {
  const service = (carrier: 'postnl' | 'bpost', priceCents: number | null, isTracked: boolean) => ({
    code: `${carrier}:${priceCents}`,
    carrier,
    priceCents,
    isTracked,
  })
  const services = [
    service('postnl', null, true),
    service('postnl', 700, true),
    service('postnl', 400, false),
    service('bpost', 100, true),
  ]
  it.each([
    [{ carrier: 'postnl', isTracked: false }, 'postnl:400'],
    [{ carrier: 'postnl', isTracked: true }, 'postnl:700'],
    [{ carrier: 'dhl', isTracked: false }, undefined],
  ] as const)('for %o is %s', (wanted, code) => expect(chooseService(services, wanted)?.code).toBe(code))
})

describe('reports of a carrier', () => {
  const report = fc.record({
    state: fc.constantFrom(...ParcelState.options),
    message: fc.constant(''),
    at: fc.constantFrom(1, 2, 3, 4).map(day => new Date(Date.UTC(2026, 0, day))),
  })
  type Report = Parameters<typeof advanceParcel>[1]
  const none = { state: null, stateMessage: null, stateAt: null }
  const after = (reports: Report[]) =>
    reports.reduce<Parameters<typeof advanceParcel>[0]>(
      (before, each) => advanceParcel(before, each) ?? before,
      none,
    )
  const all = fc.array(report, { minLength: 1, maxLength: 6 })

  it('end in a delivery once one says so', () =>
    fc.assert(
      fc.property(all, reports => {
        const isDelivered = reports.some(({ state }) => state === 'DELIVERED')
        expect(after(reports).state === 'DELIVERED').toBe(isDelivered)
      }),
    ))

  it('may be repeated and come in any order, but for two states of equal rank at one time', () =>
    fc.assert(
      fc.property(all, fc.func(fc.integer()), (reports, shuffle) => {
        const one = reports.filter(({ state }) => state !== 'UNDELIVERABLE')
        fc.pre(one.length > 0)
        const other = [...one, ...one].toSorted((a, b) => shuffle(a) - shuffle(b))
        expect(after(other).state).toBe(after(one).state)
      }),
    ))
})
