import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import {
  addRate,
  addZone,
  changeRate,
  changeZone,
  listRates,
  listZones,
  removeRate,
  removeZone,
} from './contract.ts'
import { calculateShipping } from '../contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const zone = { name: 'Nederland', countries: ['nl'], carrier: 'PostNL', isActive: true }
const parcel = {
  serviceName: 'Pakket',
  deliveryTime: '1-2 werkdagen',
  weightFrom: 0,
  weightTo: 10_000,
  maxLength: 60,
  maxWidth: 41,
  maxHeight: 40.5,
  price: 695,
  isActive: true,
}
const offers = async (weight = 500, height: number | null = null) =>
  (await shop.newClient().call(calculateShipping, { weight, height, country: 'NL' })).body.map(
    ({ price }) => price,
  )

it('offers the rates that an admin saved', async () => {
  const made = await admin.call(addZone, zone)
  expect(made).toMatchObject({ status: 201, body: { countries: ['NL'] } })
  const zoneId = made.body.id
  expect(await offers()).toEqual([])
  const rate = (await admin.call(addRate, { ...parcel, zoneId })).body
  expect(await offers()).toEqual([695])
  expect(await offers(500, 61)).toEqual([])
  const dearer = { ...parcel, zoneId, price: 725 }
  expect(await admin.call(changeRate, { ...dearer, rateId: rate.id })).toMatchObject({
    status: 200,
    body: { id: rate.id, price: 725 },
  })
  expect(await offers()).toEqual([725])
  await admin.call(changeZone, { ...zone, zoneId, isActive: false })
  expect(await offers()).toEqual([])
  expect((await admin.call(listZones)).body).toMatchObject([{ id: zoneId, isActive: false }])
  await admin.call(changeZone, { ...zone, zoneId })
  expect((await admin.call(removeRate, { rateId: rate.id })).status).toBe(204)
  expect(await offers()).toEqual([])
  await admin.call(addRate, { ...parcel, zoneId })
  expect((await admin.call(removeZone, { zoneId })).status).toBe(204)
  expect((await admin.call(listRates)).body).toEqual([])
})

it.each([
  [{ countries: [] }, 'countries'],
  [{ countries: ['Nederland'] }, 'countries.0'],
  [{ countries: ['NL', 'QQ'] }, 'countries.1'],
  [{ name: ' ' }, 'name'],
  [{ carrier: '' }, 'carrier'],
])('refuses a zone of %o', async (changes, field) => {
  const { status, body } = await admin.call(addZone, { ...zone, ...changes })
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual([field])
})

it.each([
  [{ weightFrom: 2000, weightTo: 2000 }, 'weightTo'],
  [{ weightFrom: -1 }, 'weightFrom'],
  [{ weightTo: 0.5 }, 'weightTo'],
  [{ maxLength: 0 }, 'maxLength'],
  [{ price: -1 }, 'price'],
  [{ price: 1e9 }, 'price'],
  [{ zoneId: '00000000-0000-7000-8000-000000000000' }, 'zoneId'],
])('refuses a rate of %o', async (changes, field) => {
  const zoneId = (await admin.call(addZone, zone)).body.id
  const { status, body } = await admin.call(addRate, { ...parcel, zoneId, ...changes })
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual([field])
})

it('returns 404 for a deleted zone or rate', async () => {
  const gone = '00000000-0000-7000-8000-000000000000'
  for (const answer of [
    await admin.call(changeZone, { ...zone, zoneId: gone }),
    await admin.call(removeZone, { zoneId: gone }),
    await admin.call(removeRate, { rateId: gone }),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})
