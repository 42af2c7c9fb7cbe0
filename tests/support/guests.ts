import { addToCart } from '../../src/shop/cart/contract.ts'
import { readStoredSettings, saveSettings } from '../../src/money/settings/service.ts'
import { addProduct } from './fixtures.ts'
import type { TestClient, TestShop } from './shop.ts'

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
