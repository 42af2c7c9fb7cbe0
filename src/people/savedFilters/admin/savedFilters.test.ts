import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { listSavedFilters, MAX_SAVED_FILTERS, removeFilter, renameFilter, saveFilter } from './contract.ts'

let shop: TestShop
let admin: TestUser
let colleague: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  colleague = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const paid = { list: '/admin/orders', name: 'Betaald', query: 'status=PAID' }
const namesOf = async (who: TestUser) => (await who.call(listSavedFilters)).body.map(({ name }) => name)

it('keeps filters for each admin alone, by name', async () => {
  expect((await admin.call(saveFilter, paid)).body).toMatchObject(paid)
  await admin.call(saveFilter, { ...paid, name: 'an', query: 'q=an' })
  expect(await namesOf(admin)).toEqual(['an', 'Betaald'])
  expect(await namesOf(colleague)).toEqual([])
  expect((await colleague.call(saveFilter, paid)).status).toBe(201)
})

it('refuses a name that is taken in the same list, whatever its capitals, also at its field', async () => {
  const taken = { status: 409, body: { code: 'FILTER_NAME_TAKEN', fields: { name: expect.any(String) } } }
  expect(await admin.call(saveFilter, { ...paid, name: ' BETAALD ' })).toMatchObject(taken)
  const { body: other } = await admin.call(saveFilter, { ...paid, list: '/admin/products' })
  const { body: open } = await admin.call(saveFilter, { ...paid, name: 'Open' })
  expect(await admin.call(renameFilter, { filterId: open.id, name: 'betaald' })).toMatchObject(taken)
  expect((await admin.call(renameFilter, { filterId: other.id, name: 'betaald' })).body.name).toBe('betaald')
})

it('changes only one’s own', async () => {
  const { body: mine } = await admin.call(saveFilter, { ...paid, name: 'Mijn' })
  const filterId = mine.id
  expect((await colleague.call(renameFilter, { filterId, name: 'Zijn' })).status).toBe(404)
  expect((await colleague.call(removeFilter, { filterId })).status).toBe(404)
  expect((await admin.call(removeFilter, { filterId })).status).toBe(204)
  expect((await admin.call(removeFilter, { filterId })).status).toBe(404)
})

it('refuses another site’s path, an empty name and more than it can hold', async () => {
  for (const list of ['/shop', '//elders.test', '/admin/../shop', 'https://elders.test'])
    expect((await admin.call(saveFilter, { ...paid, list })).status).toBe(400)
  expect((await admin.call(saveFilter, { ...paid, name: ' ' })).body).toMatchObject({
    fields: { name: 'Geef het filter een naam.' },
  })
  const list = '/admin/mails'
  for (let count = 0; count < MAX_SAVED_FILTERS; count += 1)
    await admin.call(saveFilter, { ...paid, list, name: String(count) })
  expect(await admin.call(saveFilter, { ...paid, list })).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_FILTERS' },
  })
})
