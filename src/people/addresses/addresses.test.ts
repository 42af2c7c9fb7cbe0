import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someAddress } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { createAddress, deleteAddress, listAddresses, updateAddress } from './contract.ts'

let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const required = {
  firstName: 'Voornaam is verplicht',
  lastName: 'Achternaam is verplicht',
  street: 'Straat is verplicht',
  houseNumber: 'Huisnummer is verplicht',
  city: 'Stad is verplicht',
  postalCode: 'Postcode is verplicht',
}
const defaultOf = async (member: TestUser) =>
  (await member.call(listAddresses)).body.filter(address => address.isDefault)

describe('an address', () => {
  it('is returned complete, trimmed, and in the Netherlands by default', async () => {
    const member = await shop.newUser()
    const made = await member.call(createAddress, { ...someAddress, firstName: '  Sam ', company: ' ' })
    expect(made).toMatchObject({ status: 201 })
    expect(made.body).toEqual({
      ...someAddress,
      id: expect.any(String),
      company: null,
      country: 'Nederland',
      isDefault: true,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await member.call(listAddresses)).body).toEqual([made.body])
  })

  it.each(Object.entries(required))('requires a %s: missing is the same as empty', async (field, message) => {
    const { [field as keyof typeof required]: _, ...rest } = someAddress
    for (const input of [
      rest,
      { ...rest, [field]: '' },
      { ...rest, [field]: '   ' },
      { ...rest, [field]: null },
    ]) {
      const refused = await customer.call(createAddress, input)
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } })
      expect(refused.body).toHaveProperty(['fields', field], message)
    }
  })

  it('reports all missing fields at once', async () => {
    const { status, body } = await customer.call(createAddress, { country: '' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { ...required, country: 'Land is verplicht' } })
  })

  it.each([
    ['street', 'x'.repeat(201)],
    ['houseNumber', 12],
    ['city', ['Utrecht']],
    ['isDefault', 'ja'],
    ['street', 'Linde\0laan'],
    ['country', 'Atlantis'],
  ])('refuses %s %j', async (field, value) => {
    const refused = await customer.call(createAddress, { ...someAddress, [field]: value })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('is in a country of the list, however it is written', async () => {
    const member = await shop.newUser()
    const countries = await Promise.all(
      ['be', 'BELGIË ', 'België'].map(country => member.call(createAddress, { ...someAddress, country })),
    )
    expect(countries.map(({ body }) => body.country)).toEqual(['België', 'België', 'België'])
    const refused = await member.call(createAddress, { ...someAddress, country: 'Nederlandd' })
    expect(refused).toMatchObject({ status: 400, body: { message: 'Kies een land uit de lijst.' } })
  })

  it('is visible to its owner only', async () => {
    const member = await shop.newUser()
    const other = await shop.newUser()
    await member.call(createAddress, { ...someAddress, userId: other.user.id })
    expect((await other.call(listAddresses)).body).toEqual([])
    expect(await shop.newClient().call(listAddresses)).toMatchObject({ status: 401 })
    expect(await shop.newClient().call(createAddress, someAddress)).toMatchObject({ status: 401 })
  })
})

describe('the default address', () => {
  it('is the first address until another is made the default', async () => {
    const member = await shop.newUser()
    const [first, second, third] = [
      await member.call(createAddress, someAddress),
      await member.call(createAddress, { ...someAddress, street: 'Dorpsstraat' }),
      await member.call(createAddress, { ...someAddress, street: 'Kerkweg', isDefault: true }),
    ]
    expect([first.body.isDefault, second.body.isDefault, third.body.isDefault]).toEqual([true, false, true])
    const streets = (await member.call(listAddresses)).body.map(address => address.street)
    expect(streets).toEqual(['Kerkweg', 'Lindelaan', 'Dorpsstraat'])
    expect(await defaultOf(member)).toMatchObject([{ street: 'Kerkweg' }])
  })

  it('is unique when many are added at once', async () => {
    const member = await shop.newUser()
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        member.call(createAddress, { ...someAddress, houseNumber: `${index}`, isDefault: index % 2 === 0 }),
      ),
    )
    expect(made.every(({ status }) => status === 201)).toBe(true)
    expect(await defaultOf(member)).toHaveLength(1)
  })
})

describe('changing and deleting an address', () => {
  const add = async (member: TestUser, more: object = {}) =>
    (await member.call(createAddress, { ...someAddress, ...more })).body
  const all = async (member: TestUser) => (await member.call(listAddresses)).body

  it('replaces all fields and formats the postcode for its country', async () => {
    const member = await shop.newUser()
    const { id } = await add(member, { company: 'De Wit', postalCode: '3512ab' })
    expect((await all(member))[0]).toMatchObject({ postalCode: '3512 AB' })
    const input = { ...someAddress, city: ' Zeist ', postalCode: '3701hk', userId: 'x', id: 'y' }
    const { status, body } = await member.call(updateAddress, { addressId: id, ...input })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, city: 'Zeist', postalCode: '3701 HK', company: null, isDefault: true })
    expect(await all(member)).toEqual([body])
    const refused = await member.call(updateAddress, { addressId: id, ...someAddress, street: ' ' })
    expect(refused).toMatchObject({ status: 400, body: { fields: { street: 'Straat is verplicht' } } })
  })

  it('keeps one default, whichever is set or deleted', async () => {
    const member = await shop.newUser()
    const first = await add(member)
    const second = await add(member, { street: 'Dorpsstraat' })
    const third = await add(member, { street: 'Kerkweg' })
    await member.call(updateAddress, {
      addressId: third.id,
      ...someAddress,
      street: 'Kerkweg',
      isDefault: true,
    })
    expect(await defaultOf(member)).toMatchObject([{ id: third.id }])
    expect((await member.call(deleteAddress, { addressId: third.id })).status).toBe(204)
    expect(await defaultOf(member)).toMatchObject([{ id: first.id }])
    await member.call(deleteAddress, { addressId: second.id })
    expect(await all(member)).toMatchObject([{ id: first.id, isDefault: true }])
    await member.call(deleteAddress, { addressId: first.id })
    expect(await all(member)).toEqual([])
  })

  it('leaves the default to another address, where there is one', async () => {
    const member = await shop.newUser()
    const { id: addressId } = await add(member)
    const change = () => member.call(updateAddress, { addressId, ...someAddress, isDefault: false })
    expect((await change()).body).toMatchObject({ isDefault: true })
    const other = await add(member, { street: 'Dorpsstraat' })
    expect((await change()).body).toMatchObject({ isDefault: false })
    expect(await defaultOf(member)).toMatchObject([{ id: other.id }])
  })

  it('returns 404 for another user’s address and for a deleted one', async () => {
    const member = await shop.newUser()
    const { id: addressId } = await add(member)
    for (const one of [await shop.newUser(), await shop.newUser('ADMIN')]) {
      const changed = await one.call(updateAddress, { addressId, ...someAddress, isDefault: true })
      expect(changed).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(await one.call(deleteAddress, { addressId })).toMatchObject({ status: 404 })
    }
    expect((await member.call(deleteAddress, { addressId })).status).toBe(204)
    expect((await member.call(deleteAddress, { addressId })).status).toBe(404)
    expect((await member.call(updateAddress, { addressId, ...someAddress })).status).toBe(404)
  })
})

it('refuses more than fifty', async () => {
  const member = await shop.newUser()
  for (let count = 0; count < 50; count += 1) await member.call(createAddress, someAddress)
  expect(await member.call(createAddress, someAddress)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_ADDRESSES' },
  })
})
