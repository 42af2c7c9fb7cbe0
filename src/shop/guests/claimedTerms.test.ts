import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addProduct, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { termsAcceptances, users } from '../../people/accounts/table.ts'
import { checkout } from '../checkout/contract.ts'
import { claimGuestOrders } from './claim.service.ts'

it('the account that claims an order has the proof that its guest accepted the terms, once a version', async () => {
  const shop = await openShop()
  const { db } = shop.node.platform
  const guest = await newGuest(shop)
  const email = `voorwaarden-${process.pid}@gloed.test`
  const items = [{ productId: (await addProduct(shop, { price: 0 })).id, quantity: 1 }]
  const ordered = await guest.call(checkout, {
    items,
    guest: { email, address: someAddress, acceptsTerms: true },
  })
  expect(ordered.status).toBe(201)
  const [row] = await db.select().from(users).where(eq(users.guestEmail, email))
  const guestId = row?.id as string
  const acceptancesOf = (userId: string) =>
    db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, userId))
  const [accepted] = await acceptancesOf(guestId)
  const { user } = await shop.newUser()
  const [early, late] = [new Date('2025-01-01T12:00:00Z'), new Date('2025-06-01T12:00:00Z')]
  await db.insert(termsAcceptances).values([
    { userId: guestId, version: 'ouder', acceptedAt: early },
    { userId: user.id, version: 'ouder', acceptedAt: late },
  ])
  await db.update(users).set({ email, emailVerifiedAt: late }).where(eq(users.id, user.id))
  expect(await db.transaction(tx => claimGuestOrders(tx, user.id))).toBe(1)
  expect(await acceptancesOf(user.id)).toEqual(
    expect.arrayContaining([
      { ...accepted, userId: user.id },
      { userId: user.id, version: 'ouder', acceptedAt: early },
    ]),
  )
  expect(await acceptancesOf(guestId)).toEqual([])
  await shop.close()
})
