import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestShop } from '../../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../../tests/support/shopOnPostgres.ts'
import { listSavedFilters, renameFilter, saveFilter } from './contract.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

it('gives a name once, to simultaneous saves and renames', async () => {
  const admin = await shop.newUser('ADMIN')
  const filter = { list: '/admin/orders', query: 'status=PAID' }
  const { body: other } = await admin.call(saveFilter, { ...filter, name: 'Anders' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? admin.call(saveFilter, { ...filter, name: at % 4 === 0 ? 'Betaald' : 'betaald' })
        : admin.call(renameFilter, { filterId: other.id, name: 'betaald' }),
    ),
  )
  const failed = answers.filter(({ status }) => status !== 200 && status !== 201)
  expect(failed.map(({ body }) => (body as { code?: string }).code)).toEqual(
    failed.map(() => 'FILTER_NAME_TAKEN'),
  )
  const { body } = await admin.call(listSavedFilters)
  expect(body.filter(({ name }) => name.toLowerCase() === 'betaald')).toHaveLength(1)
})
