import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMoneyDiscrepancies } from '../../../tests/support/giftCards.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readStoreCredit } from './contract.ts'
import { moveStoreCredit } from './move.service.ts'
import { changeUserCredit } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const grant = ({ user }: TestUser, amount: number) =>
  admin.call(changeUserCredit, { userId: user.id, amount, reason: 'test' })
const creditOf = async (who: TestUser) => (await who.call(readStoreCredit, {})).body.balance
const move = (from: TestUser, to: TestUser) =>
  shop.node.platform.db.transaction(tx => moveStoreCredit(tx, from.user.id, to.user.id))

it.each([
  [0, 0],
  [500, 0],
  [500, 300],
  [0, 300],
])('of %i cents comes to the %i of the account, and the ledger is the balance', async (own, others) => {
  const [guest, account] = [await shop.newUser(), await shop.newUser()]
  if (own > 0) await grant(guest, own)
  if (others > 0) await grant(account, others)
  await move(guest, account)
  await move(guest, account)
  expect([await creditOf(guest), await creditOf(account)]).toEqual([0, own + others])
  expect(await findMoneyDiscrepancies(shop)).toEqual([])
})
