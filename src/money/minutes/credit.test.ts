import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { findMoneyDiscrepancies, giveCard } from '../../../tests/support/giftCards.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { checkGiftCard } from '../credit/contract.ts'
import { purchaseMinutes } from './contract.ts'
import { minutePurchases } from './table.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const balanceOf = async (code: string) => (await shop.newClient().call(checkGiftCard, { code })).body.balance
const booksAgree = async () => expect(await findMoneyDiscrepancies(shop)).toEqual([])

describe('minutes', () => {
  const quick = { packageId: 'quick', minutes: 5, price: 1000 }

  it('are credited at once when a card pays all of them', async () => {
    const customer = await shop.newUser()
    const { code } = await giveCard(shop, admin, 1200)
    const { status, body } = await customer.call(purchaseMinutes, {
      ...quick,
      giftCards: [code],
      expectedDue: 0,
    })
    expect(status).toBe(201)
    expect(body.paymentUrl).toBeUndefined()
    const [purchase] = await shop.node.platform.db
      .select()
      .from(minutePurchases)
      .where(eq(minutePurchases.id, body.purchaseId))
    expect(purchase).toMatchObject({ status: 'PAID', creditCents: 1000 })
    expect(await balanceOf(code)).toBe(200)
    await booksAgree()
  })

  it('give the card back when the rest is not paid, and refund a late payment of the rest', async () => {
    const customer = await shop.newUser()
    const { code } = await giveCard(shop, admin, 400)
    const { body } = await customer.call(purchaseMinutes, { ...quick, giftCards: [code] })
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'expired'))
    expect(await balanceOf(code)).toBe(400)
    await booksAgree()
  })

  it('are refused when what is due is not what was shown', async () => {
    const customer = await shop.newUser()
    const answer = await customer.call(purchaseMinutes, { ...quick, useStoreCredit: true, expectedDue: 500 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CREDIT_CHANGED', due: 1000 } })
  })
})
