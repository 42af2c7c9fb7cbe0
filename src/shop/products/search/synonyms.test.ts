import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { searchProducts } from '../catalog/contract.ts'
import { synonymsContent } from './synonyms.rules.ts'
import { publishContent, readContent } from '../../../people/content/admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  for (const [name, description] of [
    ['Lumi', 'Een toy die trilt.'],
    ['Zachte gel op waterbasis', 'Wast zo weg.'],
    ['Slipdress Aurore', 'Van zijde.'],
    ['Nova Duo', 'Twee die elkaar antwoorden.'],
    ['Houten muziekdoosje', 'Speelt een wals.'],
    ['Kimono Sora', 'Met een ceintuur.'],
  ] as const)
    await addProduct(shop, { name, description })
})
afterAll(() => shop.close())

const names = async (q: string): Promise<string[]> => {
  const { body } = await shop.newClient().call(searchProducts, { q })
  return body.items.map(({ name }) => name)
}
const publish = async (synonyms: { typed: string; finds: string }[]) => {
  const { key } = synonymsContent
  const { version, revision } = (await admin.call(readContent, { key })).body
  expect((await admin.call(publishContent, { key, version, revision, body: { synonyms } })).status).toBe(200)
}

it.each([
  ['vibrator', 'Lumi'],
  ['Glijmiddel', 'Zachte gel op waterbasis'],
  ['jurk', 'Slipdress Aurore'],
  ['koppels', 'Nova Duo'],
  ['zijden jurk', 'Slipdress Aurore'],
  ['badjassen', 'Kimono Sora'],
])('%s finds %s by the default list', async (q, name) => expect(await names(q)).toEqual([name]))

it('finds by the list that the owner published, at once, and only for a word that finds nothing by itself', async () => {
  expect(await names('speeldoos')).toEqual([])
  await publish([
    { typed: 'speeldoos', finds: 'muziekdoosje' },
    { typed: 'gel, lumie', finds: 'muziekdoosje' },
  ])
  expect(await names('speeldoos')).toEqual(['Houten muziekdoosje'])
  expect(await names('gel')).toEqual(['Zachte gel op waterbasis'])
  // A synonym goes before a spelling correction.
  expect(await names('lumie')).toEqual(['Houten muziekdoosje'])
  expect(await names('vibrator')).toEqual([])
  await publish([])
  expect(await names('speeldoos')).toEqual([])
  expect(await names('lumie')).toEqual(['Lumi'])
})
