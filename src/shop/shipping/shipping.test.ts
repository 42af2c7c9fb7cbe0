import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { createHistory } from '../../app/demo/history.ts'
import { addShipping } from '../../app/demo/products.ts'
import { shippingRates, shippingZones } from './table.ts'
import { calculateShipping, listDeliveryTimes } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const { db, settings, now } = shop.node.platform
  const facts = { now: now(), settings: settings.current, origin: shop.origin, passwordHash: '' }
  const history = createHistory(facts)
  addShipping(history, facts.now)
  await db.transaction(tx => history.rows.insert(tx))
})
afterAll(() => shop.close())

const calculate = (parcel: object) => shop.newClient().call(calculateShipping, parcel)
const offers = async (parcel: object) =>
  (await calculate(parcel)).body.map(({ zone, price }) => `${zone.carrier} ${price}`)

it('offers the rates that accept the parcel, cheapest first', async () => {
  expect(await offers({ weight: 500, length: 30, width: 20, height: 3, country: 'NL' })).toEqual([
    'PostNL 439',
    'DHL 695',
    'DPD 725',
    'PostNL 825',
  ])
  expect(await offers({ weight: 500, length: 30, width: 20, height: 10, country: 'nl' })).toEqual([
    'DHL 695',
    'DPD 725',
    'PostNL 825',
  ])
})

it('takes a weight at the limit of a rate for that rate, and above it for the next', async () => {
  expect(await offers({ weight: 2000, country: 'BE' })).toEqual(['bpost 710'])
  expect(await offers({ weight: 2000.5, country: 'BE' })).toEqual(['bpost 860'])
})

it('uses the EU zone, and the world zone for countries that no zone names', async () => {
  expect(await offers({ weight: 900, country: 'DE' })).toEqual(['bpost 1410'])
  expect(await offers({ weight: 900, country: 'US' })).toEqual(['bpost 3200', 'FedEx 9500'])
})

it('returns an empty list when no rate accepts the parcel', async () => {
  expect(await calculate({ weight: 60_000, country: 'NL' })).toMatchObject({ status: 200, body: [] })
})

it.each([
  [{ weight: 0, country: 'NL' }, 'weight', 'Voer een geldig gewicht in (grammen)'],
  [{ country: 'NL' }, 'weight', 'Voer een geldig gewicht in (grammen)'],
  [{ weight: '500', country: 'NL' }, 'weight', 'Voer een geldig gewicht in (grammen)'],
  [{ weight: 500 }, 'country', 'Kies een land'],
  [{ weight: 500, country: 'Nederland' }, 'country', 'Kies een land'],
])('refuses %o', async (parcel, field, message) => {
  expect(await calculate(parcel)).toMatchObject({
    status: 400,
    body: { message, fields: { [field]: message } },
  })
})

it('says how long it takes by zone, as the owner has it, the nearest first', async () => {
  const times = async () => (await shop.newClient().call(listDeliveryTimes)).body
  const all = [
    { zone: 'Nederland', times: ['1-2 werkdagen'] },
    { zone: 'België', times: ['2-3 werkdagen'] },
    { zone: 'Europese Unie', times: ['3-5 werkdagen'] },
    { zone: 'Wereld', times: ['5-10 werkdagen'] },
  ]
  expect(await times()).toEqual(all)
  const { db } = shop.node.platform
  await db.update(shippingZones).set({ isActive: false }).where(eq(shippingZones.name, 'België'))
  const [zone] = await db.select().from(shippingZones).where(eq(shippingZones.carrier, 'DHL'))
  await db
    .update(shippingRates)
    .set({ deliveryTime: 'volgende werkdag' })
    .where(eq(shippingRates.zoneId, zone?.id ?? ''))
  expect(await times()).toEqual([
    { zone: 'Nederland', times: ['1-2 werkdagen', 'volgende werkdag'] },
    ...all.slice(2),
  ])
})
