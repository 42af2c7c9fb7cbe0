import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest, orderAsGuest, verifyAddress } from '../../../tests/support/guests.ts'
import {
  addPromotion,
  newCode,
  openPromotionShop,
  type PromotionShop,
} from '../../../tests/support/promotions.ts'
import { PASSWORD, type TestClient } from '../../../tests/support/shop.ts'
import { readAdminOrder } from '../orders/admin/contract.ts'
import { login, register } from '../../people/accounts/contract.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { payAgain, readOrder } from '../orders/contract.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

const newEmail = () => `eens-${randomUUID()}@gloed.test`

const newMember = async (email: string): Promise<TestClient> => {
  const member = stand.shop.newClient()
  await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
  return member
}

/** Orders one unit with a code, unpaid. @returns the order's id */
async function orderAs(member: TestClient, code: string): Promise<string> {
  const { id: productId } = await addProduct(stand.shop)
  const addressId = (await member.call(createAddress, someAddress)).body.id
  const { status, body } = await member.call(checkout, {
    items: [{ productId, quantity: 1 }],
    addressId,
    codes: [code],
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.orderId
}

async function pay(buyer: TestClient, orderId: string): Promise<void> {
  const { paymentUrl } = (await buyer.call(payAgain, { orderId })).body
  await buyer.request('GET', await completePayment(paymentUrl, 'paid'))
  expect((await buyer.call(readOrder, { orderId })).body).toMatchObject({ status: 'PAID', total: 900 })
}

/** Of which orders an admin sees that a promotion was used beyond its limit. */
const beyond = (orderIds: string[]) =>
  Promise.all(
    orderIds.map(
      async orderId =>
        (await stand.admin.call(readAdminOrder, { orderId })).body.promotionsBeyondLimit?.length === 1,
    ),
  )

describe.each([{ oncePerCustomer: true }, { firstOrderOnly: true }])('a code for one order, %o', limit => {
  const newPromotion = async () => {
    const code = newCode()
    const { id } = await addPromotion(stand.admin, { code, ...limit })
    return { code, id }
  }

  it('is beyond its limit when a guest pays with a use that the account has taken since, while the use is held', async () => {
    const email = newEmail()
    const { code, id } = await newPromotion()
    const guest = await newGuest(stand.shop)
    const first = await orderAsGuest(guest, email, { pay: false, codes: [code] })
    const member = await newMember(email)
    await verifyAddress(stand.shop, member, email)
    const second = await orderAs(member, code)
    expect(await stand.stateOf(id)).toEqual(['HELD', 'HELD'])
    await pay(member, second)
    expect(await beyond([first, second])).toEqual([false, false])
    await pay(guest, first)
    expect(await stand.stateOf(id)).toEqual(['REDEEMED', 'REDEEMED'])
    expect(await beyond([first, second])).toEqual([true, false])
    await stand.booksAgree()
  })

  it('is beyond its limit when the account pays after the guest', async () => {
    const email = newEmail()
    const { code } = await newPromotion()
    const guest = await newGuest(stand.shop)
    const first = await orderAsGuest(guest, email, { pay: false, codes: [code] })
    const member = await newMember(email)
    const second = await orderAs(member, code)
    await pay(guest, first)
    await pay(member, second)
    expect(await beyond([first, second])).toEqual([false, true])
    await stand.booksAgree()
  })

  it('is looked at when the account gets the order of its guest', async () => {
    const email = newEmail()
    const { code } = await newPromotion()
    const guest = await newGuest(stand.shop)
    const first = await orderAsGuest(guest, email, { pay: false, codes: [code] })
    const member = await newMember(email)
    const second = await orderAs(member, code)
    await pay(guest, first)
    // The account has the paid use by now, and holds another one.
    await verifyAddress(stand.shop, member, email)
    expect(await beyond([first, second])).toEqual([false, false])
    await stand.booksAgree()
    await pay(member, second)
    expect(await beyond([first, second])).toEqual([false, true])
    await stand.booksAgree()
  })

  it('makes way when both are held by the account, and the one that was claimed is paid first', async () => {
    const email = newEmail()
    const { code } = await newPromotion()
    const guest = await newGuest(stand.shop)
    const first = await orderAsGuest(guest, email, { pay: false, codes: [code] })
    const member = await newMember(email)
    await verifyAddress(stand.shop, member, email)
    const second = await orderAs(member, code)
    await stand.shop.newClient().call(login, { email, password: PASSWORD }, { cookie: guest.cookie() })
    await stand.booksAgree()
    await pay(member, first)
    await stand.booksAgree()
    expect(await beyond([first])).toEqual([false])
    await pay(member, second)
    expect(await beyond([first, second])).toEqual([false, true])
    await stand.booksAgree()
  })
})

it('two codes for a first order are one use', async () => {
  const email = newEmail()
  const [one, other] = [newCode(), newCode()]
  for (const code of [one, other]) await addPromotion(stand.admin, { code, firstOrderOnly: true })
  const guest = await newGuest(stand.shop)
  const first = await orderAsGuest(guest, email, { pay: false, codes: [one] })
  const member = await newMember(email)
  const second = await orderAs(member, other)
  await pay(member, second)
  await pay(guest, first)
  expect(await beyond([first, second])).toEqual([true, false])
  await stand.booksAgree()
})
