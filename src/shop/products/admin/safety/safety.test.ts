import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../../../tests/support/shop.ts'
import { readProduct } from '../../catalog/contract.ts'
import { changeOperator, createOperator, readProductSafety, setProductSafety } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const operator = (country: string) => ({
  name: `Maker ${country}`,
  address: 'Voorbeeldstraat 1\n9000 Gent',
  country,
  electronicAddress: 'veiligheid@maker.example',
})
const add = async (country: string) => (await admin.call(createOperator, operator(country))).body
const shown = async (idOrSlug: string) => (await shop.newClient().call(readProduct, { idOrSlug })).body.safety
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: Record<string, string> }).fields

it('is shown with the product from the moment that it is saved, and a change of its maker too', async () => {
  const [{ id: productId }, maker] = [await addProduct(shop), await add('BE')]
  expect(await shown(productId)).toBeUndefined()
  expect((await admin.call(readProductSafety, { productId })).body).toBeNull()
  const given = {
    productId,
    manufacturerId: maker.id,
    model: 'M-1',
    warnings: ' Niet inslikken. ',
    version: null,
  }
  const saved = await admin.call(setProductSafety, given)
  expect(saved).toMatchObject({ status: 200, body: { version: 1, warnings: 'Niet inslikken.', radio: null } })
  expect(await shown(productId)).toMatchObject({
    manufacturer: { name: 'Maker BE' },
    responsiblePerson: null,
    model: 'M-1',
    warnings: 'Niet inslikken.',
  })
  await admin.call(changeOperator, { ...operator('NL'), operatorId: maker.id })
  expect(await shown(productId)).toMatchObject({ manufacturer: { name: 'Maker NL', country: 'NL' } })
})

it('of two admins the second is told that it is another version by now', async () => {
  const [{ id: productId }, { id: manufacturerId }] = [await addProduct(shop), await add('BE')]
  const given = { productId, manufacturerId, model: 'M-1', version: null }
  const both = await Promise.all([admin.call(setProductSafety, given), admin.call(setProductSafety, given)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

it('wants somebody in the EU who answers for a maker outside of it', async () => {
  const [{ id: productId }, maker, person] = [await addProduct(shop), await add('CN'), await add('EE')]
  const given = { productId, manufacturerId: maker.id, model: 'M-1', version: null }
  const set = (responsiblePersonId: string | null) =>
    admin.call(setProductSafety, { ...given, responsiblePersonId })
  expect(fieldsOf(await set(null))?.['responsiblePersonId']).toContain('buiten de EU')
  expect(fieldsOf(await set(maker.id))?.['responsiblePersonId']).toContain('in de EU gevestigd')
  expect(fieldsOf(await set('01890000-0000-7000-8000-000000000001'))?.['responsiblePersonId']).toContain(
    'niet meer',
  )
  expect(await set(person.id)).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await shown(productId)).toMatchObject({ responsiblePerson: { name: 'Maker EE' } })
  const moved = await admin.call(changeOperator, { ...operator('US'), operatorId: person.id })
  expect([moved.status, fieldsOf(moved)?.['country']]).toEqual([400, expect.stringContaining('instaat')])
  const alone = await add('BE')
  const { body: other } = await admin.call(setProductSafety, {
    ...given,
    productId: (await addProduct(shop)).id,
    manufacturerId: alone.id,
  })
  expect(other.version).toBe(1)
  expect((await admin.call(changeOperator, { ...operator('US'), operatorId: alone.id })).status).toBe(400)
})

it.each([
  [{ country: 'België' }, 'country'],
  [{ electronicAddress: 'bel ons' }, 'electronicAddress'],
  [{ name: ' ' }, 'name'],
])('refuses a maker with %o', async (change, field) => {
  const answer = await admin.call(createOperator, { ...operator('BE'), ...change })
  expect([answer.status, Object.keys(fieldsOf(answer) ?? {})]).toEqual([400, [field]])
})
