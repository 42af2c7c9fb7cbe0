import { expect } from 'vitest'
import { verifyEmail } from '../../src/people/accounts/contract.ts'
import { addToCart, readCart } from '../../src/shop/cart/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { readStoredSettings } from '../../src/money/settings/service.ts'
import { mailedToken } from './devMails.ts'
import { addProduct, completePayment, someAddress } from './fixtures.ts'
import type { TestClient, TestShop } from './shop.ts'
import { saveSettings } from '../../src/money/settings/admin/service.ts'

/** Opens the shop to visitors without an account, or closes it to them. */
export async function setPublic(shop: TestShop, isPublic = true): Promise<void> {
  const { platform } = shop.node
  const { user } = await shop.newUser('ADMIN')
  const { settings, version } = await readStoredSettings(platform.db, platform.config.settings)
  const storefrontAccess = isPublic ? 'public' : 'members'
  await saveSettings(platform, user.id, { ...settings, storefrontAccess, version })
}

/** A visitor of the shop, which is made public, with one unit of something in the cart. */
export async function newGuest(shop: TestShop, productId?: string): Promise<TestClient> {
  if (shop.node.platform.settings.current.storefrontAccess !== 'public') await setPublic(shop)
  const guest = shop.newClient()
  const added = await guest.call(addToCart, { productId: productId ?? (await addProduct(shop)).id })
  if (added.status !== 201) throw new Error(`a guest got ${added.status}`)
  return guest
}

/** Orders the cart of a guest, and pays. @returns the order's id */
export async function orderAsGuest(
  guest: TestClient,
  email: string,
  {
    pay = true,
    address = someAddress,
    ...more
  }: { pay?: boolean; codes?: string[]; address?: typeof someAddress } = {},
): Promise<string> {
  const items = (await guest.call(readCart)).body.map(({ productId, quantity }) => ({ productId, quantity }))
  const { status, body } = await guest.call(checkout, {
    items,
    guest: { email, address, acceptsTerms: true },
    ...more,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  if (pay) await guest.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return body.orderId
}

/** Follows the mailed link that verifies an address. */
export async function verifyAddress(
  shop: TestShop,
  member: Pick<TestClient, 'call'>,
  email: string,
): Promise<void> {
  await expect.poll(() => mailedToken(shop.origin, email, '/verify-email'), { timeout: 10_000 }).toBeTruthy()
  await member.call(verifyEmail, { token: await mailedToken(shop.origin, email, '/verify-email') })
}
