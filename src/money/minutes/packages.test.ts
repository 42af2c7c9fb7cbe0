import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { quickPackage } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { type AdminMinutePackage, listMinutePackages, purchaseMinutes } from './contract.ts'
import { defaultMinutePackages } from './rules.ts'
import { minutePackages } from './table.ts'
import { changeMinutePackages, listMinutePurchases, readMinutePackages } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.node.platform.db.delete(minutePackages)
})

const change = async (edit: (packages: AdminMinutePackage[]) => AdminMinutePackage[]) => {
  const { version, packages } = (await admin.call(readMinutePackages)).body
  return admin.call(changeMinutePackages, { version, packages: edit(packages) })
}
const withQuick = (changes: Partial<AdminMinutePackage>) =>
  change(packages => packages.map(offer => (offer.id === 'quick' ? { ...offer, ...changes } : offer)))
const offered = async () => (await customer.call(listMinutePackages)).body

describe('minute packages', () => {
  it('are the defaults until an admin changes them', async () => {
    expect((await admin.call(readMinutePackages)).body).toEqual({
      version: 0,
      packages: defaultMinutePackages,
    })
  })

  it('are offered in their new order, with their new names and prices, without those that are not for sale', async () => {
    const answer = await change(([quick, extended, premium, ultimate]) => [
      { ...(premium as AdminMinutePackage), active: false },
      { ...(quick as AdminMinutePackage), name: 'Kort', minutes: 6, normalPrice: 1200, sessionPrice: 900 },
      extended as AdminMinutePackage,
      ultimate as AdminMinutePackage,
    ])
    expect(answer).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await offered()).map(({ id, name, minutes, price }) => [id, name, minutes, price])).toEqual([
      ['quick', 'Kort', 6, 1200],
      ['extended', 'Extended Play', 15, 2500],
      ['ultimate', 'Ultimate Experience', 60, 8000],
    ])
    const premium = { packageId: 'premium', minutes: 30, price: 4500 }
    expect(await customer.call(purchaseMinutes, premium)).toMatchObject({ status: 404 })
  })

  it('never charge a price that the buyer did not see', async () => {
    await withQuick({ normalPrice: 1100 })
    expect(await customer.call(purchaseMinutes, quickPackage)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 1100, minutes: 5 },
    })
    expect(await customer.call(purchaseMinutes, { ...quickPackage, price: 1100 })).toMatchObject({
      status: 201,
    })
  })

  it('leave what was bought as it was', async () => {
    const buyer = await shop.newUser()
    const { body } = await buyer.call(purchaseMinutes, quickPackage)
    await withQuick({ name: 'Langer', minutes: 9, normalPrice: 2000 })
    await completePayment(body.paymentUrl as string, 'paid')
    await expect
      .poll(async () => (await admin.call(listMinutePurchases, { userId: buyer.user.id })).body)
      .toMatchObject([
        { packageName: 'Quick Session', minutes: 5, price: 1000, status: 'PAID', unusedMinutes: 5 },
      ])
  })

  it.each([
    [{ active: false }, 'packages', 'Laat minstens één pakket te koop.'],
    [{ popular: true }, 'packages', 'Noem hoogstens één pakket populair.'],
  ])('refuse %j of all packages', async (changes, field, message) => {
    expect(
      await change(packages => packages.map(offer => ({ ...offer, popular: false, ...changes }))),
    ).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  it.each([
    [{ sessionPrice: 1001 }, 'sessionPrice'],
    [{ normalPrice: 99, sessionPrice: 99 }, 'normalPrice'],
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 2.5 }, 'minutes'],
    [{ name: ' ' }, 'name'],
    [{ id: 'extended' as const }, ''],
  ])('refuse %j of one', async (changes, field) => {
    const { status, body } = await withQuick(changes)
    expect(status).toBe(400)
    const path = field === '' ? 'packages' : `packages.0.${field}`
    expect(Object.keys((body as unknown as { fields: object }).fields)).toContain(path)
    expect((await offered())[0]).toMatchObject({ id: 'quick', price: 1000 })
  })

  it('refuse a change of packages that another admin changed since', async () => {
    const { packages } = (await admin.call(readMinutePackages)).body
    await withQuick({ name: 'Van mij' })
    expect(await admin.call(changeMinutePackages, { version: 0, packages })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await offered())[0]?.name).toBe('Van mij')
  })
})
