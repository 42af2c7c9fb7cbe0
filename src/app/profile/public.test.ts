import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { users } from '../../people/accounts/table.ts'
import { startControl, stopControl } from '../../live/sessions/contract.ts'
import { deleteAccount } from '../../backoffice/privacy/contract.ts'
import { addToWishlist } from '../../shop/wishlist/contract.ts'
import { readPublicProfile, updateProfile } from './contract.ts'

let shop: TestShop
let person: TestUser
let stranger: TestUser
beforeAll(async () => {
  shop = await openShop()
  person = await shop.newUser()
  stranger = await shop.newUser()
  const told = { firstName: 'Geheim', lastName: 'Geheimer', dateOfBirth: '1990-01-02', phone: '0612345678' }
  await person.call(updateProfile, { ...told, bio: 'Ik hou van rozen' })
})
afterAll(() => shop.close())

const seenBy = (viewer: TestClient, { user }: TestUser = person) =>
  viewer.call(readPublicProfile, { userId: user.id })
const notFound = { status: 404, body: { code: 'NOT_FOUND' } }

describe('a private profile', () => {
  it('is visible to its user and to admins only', async () => {
    const shown = { status: 200, body: { bio: 'Ik hou van rozen', profileVisibility: 'PRIVATE' } }
    expect(await seenBy(person)).toMatchObject(shown)
    expect(await seenBy(await shop.newUser('ADMIN'))).toMatchObject(shown)
    expect(await seenBy(stranger)).toMatchObject(notFound)
    expect(await seenBy(await shop.newUser('MODEL'))).toMatchObject(notFound)
    expect(await seenBy(shop.newClient())).toMatchObject({ status: 401 })
    expect(await stranger.call(readPublicProfile, { userId: 'niemand' })).toMatchObject(notFound)
  })

  it('is visible to the creator whose toy the user had a session with, and not to another', async () => {
    const [creator, another] = [await shop.newUser('MODEL'), await shop.newUser('MODEL')]
    const [toyDeviceId] = await linkToys(shop, creator)
    await linkToys(shop, another)
    await addTestMinutes(shop, person.user.id, 10)
    expect(await seenBy(creator)).toMatchObject(notFound)
    expect((await person.call(startControl, { toyDeviceId })).status).toBe(201)
    expect(await seenBy(creator)).toMatchObject({ status: 200 })
    expect((await person.call(stopControl)).status).toBe(200)
    expect(await seenBy(creator)).toMatchObject({ status: 200 })
    expect(await seenBy(another)).toMatchObject(notFound)
    expect(await seenBy(person, creator), 'it is not mutual').toMatchObject(notFound)
  })
})

describe('a public profile', () => {
  it('shows members only the permitted fields', async () => {
    await person.call(updateProfile, { profileVisibility: 'PUBLIC' })
    const { status, body } = await seenBy(stranger)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: person.user.id,
      displayName: person.user.displayName,
      avatarUrl: null,
      bio: 'Ik hou van rozen',
      role: 'USER',
      profileVisibility: 'PUBLIC',
      statistics: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await seenBy(shop.newClient())).toMatchObject({ status: 401 })
  })

  it('has statistics only when its user shows them', async () => {
    const { id: productId } = await addProduct(shop)
    const { id: wished } = await addProduct(shop)
    await buyProduct(person, productId, 'failed')
    await buyProduct(stranger, productId, 'failed')
    await person.call(addToWishlist, { productId: wished })
    await person.call(addToWishlist, { productId })
    await person.call(updateProfile, { showStatistics: true })
    const { body } = await seenBy(stranger)
    expect(body.statistics).toEqual({ orders: 1, favourites: 2, sessions: expect.any(Number) })
    await person.call(updateProfile, { showStatistics: false })
    expect((await seenBy(stranger)).body.statistics).toBeNull()
  })

  it('is not found as soon as the account is closed, for admins too', async () => {
    const leaver = await shop.newUser()
    await leaver.call(updateProfile, { profileVisibility: 'PUBLIC' })
    expect((await seenBy(stranger, leaver)).status).toBe(200)
    await leaver.call(deleteAccount, { password: 'een-goed-wachtwoord' })
    for (const viewer of [stranger, await shop.newUser('ADMIN')])
      expect(await seenBy(viewer, leaver)).toMatchObject(notFound)
    const [row] = await shop.node.platform.db.select().from(users).where(eq(users.id, leaver.user.id))
    expect(row?.profileVisibility).toBe('PUBLIC')
  })
})
