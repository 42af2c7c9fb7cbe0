import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someAddress } from '../../tests/support/scenes.ts'
import { openShop, type Member, type Shop } from '../../tests/support/shop.ts'
import { createAddress, listAddresses } from './contract.ts'

let shop: Shop
let customer: Member
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.member()
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
const defaultOf = async (member: Member) =>
  (await member.call(listAddresses)).body.filter(address => address.isDefault)

describe('an address', () => {
  it('is answered whole, trimmed, in the Netherlands unless told otherwise', async () => {
    const member = await shop.member()
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

  it.each(Object.entries(required))('needs a %s: missing is the same as empty', async (field, message) => {
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

  it('says everything that is missing at once', async () => {
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
  ])('refuses %s %j', async (field, value) => {
    const refused = await customer.call(createAddress, { ...someAddress, [field]: value })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('is for its owner alone', async () => {
    const member = await shop.member()
    const other = await shop.member()
    await member.call(createAddress, { ...someAddress, userId: other.user.id })
    expect((await other.call(listAddresses)).body).toEqual([])
    expect(await shop.visitor().call(listAddresses)).toMatchObject({ status: 401 })
    expect(await shop.visitor().call(createAddress, someAddress)).toMatchObject({ status: 401 })
  })
})

describe('the default', () => {
  it('is the first address, until another asks to be it', async () => {
    const member = await shop.member()
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

  it('is one, also when many come at once', async () => {
    const member = await shop.member()
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        member.call(createAddress, { ...someAddress, houseNumber: `${index}`, isDefault: index % 2 === 0 }),
      ),
    )
    expect(made.every(({ status }) => status === 201)).toBe(true)
    expect(await defaultOf(member)).toHaveLength(1)
  })
})

it('stops at fifty', async () => {
  const member = await shop.member()
  for (let count = 0; count < 50; count += 1) await member.call(createAddress, someAddress)
  expect(await member.call(createAddress, someAddress)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_ADDRESSES' },
  })
})
