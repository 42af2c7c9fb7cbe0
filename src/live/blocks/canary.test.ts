import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { startGiftPurchase } from '../../../tests/support/gifts.ts'
import { setPublic } from '../../../tests/support/guests.ts'
import { showCreator } from '../../../tests/support/shownCreator.ts'
import { openSocketClient, type SocketClient } from '../../../tests/support/socketClient.ts'
import { readPersonalData } from '../../backoffice/privacy/contract.ts'
import { reportContent } from '../../people/contentReports/contract.ts'
import { POLICY_VERSION } from '../../people/accounts/contract.ts'
import { saveContactDigests } from '../../people/accounts/contactDigest.service.ts'
import { users } from '../../people/accounts/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { mails } from '../../platform/db/table.ts'
import type { Endpoint } from '../../wire/endpoint.ts'
import { writeCreatorReview } from '../creatorReviews/contract.ts'
import { followCreator, unfollowCreator } from '../follows/contract.ts'
import { purchaseGift } from '../gifts/contract.ts'
import { gifts } from '../gifts/table.ts'
import { muteContact, sendMessage } from '../messages/contract.ts'
import { startControl, stopControl } from '../sessions/contract.ts'
import { joinQueue } from '../sessions/queue/contract.ts'
import { sessions } from '../sessions/table.ts'
import { toys } from '../toys/table.ts'
import { blockUser, hideInArea, replaceContacts, setPublicPage } from './contract.ts'
import { hashContacts } from './hooks.ts'

/** Texts of the creator that occur nowhere else. */
const canary = {
  stage: 'Sijsjesgeel',
  person: 'Kanariewit',
  toy: 'Kwinkeltoy',
  wish: 'Zangzaadje',
  bio: 'Ik zing in een kooi',
}

const slug = 'vinkenslag'

const control = controlFixture()
const { db } = control
let giftId: string
const people: TestCustomer[] = []
const rows: { purchaseId: string; sockets: SocketClient }[] = []

/** A customer who played with the creator, wrote with her and gave to her, with an open socket. */
async function acquaintance(): Promise<number> {
  const customer = await control.newCustomer(20)
  const { userId } = customer
  const [, toyId] = control.toyIds
  await control.untilOnline(toyId)
  expect((await control.start(customer, toyId)).status).toBe(201)
  await control.hold(customer, 94)
  await customer.call(stopControl)
  expect(await db().$count(sessions, eq(sessions.userId, userId))).toBe(1)
  const say = { toUserId: userId, content: 'Ik groet je' }
  expect((await control.creator.call(sendMessage, say)).status).toBe(201)
  await db().update(users).set({ policyVersion: POLICY_VERSION }).where(eq(users.id, userId))
  const { purchaseId } = await startGiftPurchase(control.shop, customer, giftId)
  const sockets = await openSocketClient(control.shop.origin, { cookie: customer.cookie() })
  rows.push({ purchaseId, sockets })
  const reviewed = { slug, pseudonym: 'Vogelaar', rating: 5, text: canary.wish }
  expect((await customer.call(followCreator, { slug, wantsNotice: true })).status).toBe(200)
  expect((await customer.call(writeCreatorReview, reviewed)).status).toBe(201)
  people.push(customer)
  return people.length - 1
}

beforeAll(async () => {
  const { creator, toyIds } = control
  const shown = {
    displayName: canary.person,
    bio: canary.bio,
    profileVisibility: 'PUBLIC' as const,
    showStatistics: true,
  }
  await db().update(users).set(shown).where(eq(users.id, creator.user.id))
  for (const toyId of toyIds)
    await db()
      .update(toys)
      .set({ name: `${canary.toy} ${toyId}` })
      .where(eq(toys.id, toyId))
  const [gift] = await db()
    .insert(gifts)
    .values({ ownerId: creator.user.id, name: canary.wish, price: 500, isSingle: false })
    .returning()
  giftId = gift?.id as string
  await showCreator(control.shop, creator, {
    slug,
    texts: { stageName: canary.stage },
  })
  for (const _ of [0, 1, 2, 3, 4]) await acquaintance()
}, 60_000)
afterAll(() => rows.forEach(({ sockets }) => sockets.close()))

/** Every endpoint that a customer or a visitor may read, and a creator among them. */
const readable = (): Endpoint[] =>
  control.shop.node.app.endpoints.filter(
    ({ method, access }) => method === 'GET' && access !== 'admin' && access !== 'machine',
  )

/** The ids of the creator's, under all names that inputs have for such. */
const inputOf = (endpoint: Endpoint, purchaseId: string): object => {
  const known: Record<string, string> = {
    giftId,
    purchaseId,
    slug,
    toyId: control.toyIds[0],
    toyDeviceId: control.toyIds[0],
    search: canary.person,
    q: canary.person,
  }
  const names = [
    ...Object.keys(endpoint.input.shape),
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
  ]
  return Object.fromEntries(
    names.flatMap(name => {
      const value =
        known[name] ?? (/user|creator|owner|with/i.test(name) ? control.creator.user.id : undefined)
      return value !== undefined || endpoint.path.includes(`:${name}`) ? [[name, value ?? 'niets']] : []
    }),
  )
}

const secrets = () => [...Object.values(canary), slug, control.creator.user.id, giftId]
/**
 * The customer's own records, with the texts that may stay in them: an ended session names its creator by her id alone, to everyone in the same way
 * whoever ended it; a gift has its name, as on the invoice, and not hers.
 */
const ownRecords: Record<string, () => string[]> = {
  '/api/toy-control/session': () => [control.creator.user.id],
  '/api/gifts/purchases/:purchaseId': () => [canary.wish, giftId],
  '/api/account/export': () => [canary.wish, giftId],
}

/** The endpoints whose answer to somebody has anything of the creator. */
async function leaks(who: Pick<TestCustomer, 'call' | 'request'>, purchaseId: string): Promise<string[]> {
  const found: string[] = []
  for (const endpoint of readable()) {
    const { body } = await who.call(endpoint, inputOf(endpoint, purchaseId))
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const own = ownRecords[endpoint.path]?.() ?? []
    const sought = secrets().filter(secret => !own.includes(secret))
    if (sought.some(secret => text.includes(secret))) found.push(endpoint.path)
  }
  for (const path of ['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1.xml', '/robots.txt']) {
    const { body } = await who.request('GET', path)
    if (secrets().some(secret => String(body).includes(secret))) found.push(path)
  }
  return found
}

const ways: [string, (customer: TestCustomer) => Promise<{ status: number }>][] = [
  ['by name', ({ userId }) => control.creator.call(blockUser, { userId })],
  [
    'by the country of an address',
    async customer => {
      const abroad = {
        firstName: 'Sam',
        lastName: 'de Wit',
        street: 'Rue',
        houseNumber: '1',
        city: 'Lille',
        postalCode: '59000',
        country: 'FR',
      }
      expect((await customer.call(createAddress, abroad)).status).toBe(201)
      return control.creator.call(hideInArea, { country: 'FR' })
    },
  ],
  [
    'by the region of an address',
    async customer => {
      const home = {
        firstName: 'Sam',
        lastName: 'de Wit',
        street: 'Laan',
        houseNumber: '1',
        city: 'Gent',
        postalCode: '9000',
        country: 'BE',
      }
      expect((await customer.call(createAddress, home)).status).toBe(201)
      return control.creator.call(hideInArea, { country: 'BE', postcode: '90' })
    },
  ],
  [
    'by a contact',
    async ({ userId, email }) => {
      await db().update(users).set({ emailVerifiedAt: control.now() }).where(eq(users.id, userId))
      await db().transaction(tx => saveContactDigests(tx, control.shop.node.platform, userId))
      return control.creator.call(replaceContacts, {
        hashes: await hashContacts([email, '+31600000000']),
      })
    },
  ],
]

it.each(ways.map(([name, hide], index) => ({ name, hide, index })))(
  'nothing of a creator is anywhere for somebody from whom she is hidden $name',
  async ({ hide, index }) => {
    const [customer, { purchaseId, sockets }] = [
      people[index] as TestCustomer,
      rows[index] as (typeof rows)[number],
    ]
    const surfaces = await leaks(customer, purchaseId)
    for (const path of [
      '/api/toys',
      '/api/gifts',
      '/api/conversations',
      '/api/messages',
      '/api/users/:userId',
      '/api/notifications',
      '/api/sessions',
      '/api/gifts/purchases/:purchaseId',
      '/api/follows',
      '/api/creators/:slug',
    ])
      expect(surfaces, 'the search finds what there is').toContain(path)
    expect(JSON.stringify((await customer.call(readPersonalData)).body)).toContain(canary.person)
    const before = sockets.received.length
    expect((await hide(customer)).status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await leaks(customer, purchaseId)).toEqual([]), {
      timeout: 8000,
      interval: 100,
    })
    await vi.waitFor(() => expect(sockets.received.length).toBeGreaterThan(before), { timeout: 8000 })
    expect(JSON.stringify(sockets.received.findLast(({ type }) => type === 'toys') ?? '')).not.toContain(
      canary.toy,
    )
    const { creator, toyIds } = control
    const refused = [
      await customer.call(startControl, { toyDeviceId: toyIds[0] }),
      await customer.call(joinQueue, { toyId: toyIds[0] }),
      await customer.call(purchaseGift, { giftId, isAnonymous: true, expectedPrice: 500 }),
      await customer.call(sendMessage, { toUserId: creator.user.id, content: 'Dag' }),
      await customer.call(muteContact, { userId: creator.user.id, muted: true }),
      await customer.call(followCreator, { slug, wantsNotice: true }),
      await customer.call(unfollowCreator, { slug }),
      await customer.call(writeCreatorReview, { slug, pseudonym: 'Nog eens', rating: 1 }),
      await customer.call(reportContent, {
        kind: 'GIFT',
        contentId: giftId,
        category: 'OTHER',
        reason: 'x'.repeat(60),
      }),
    ]
    expect(refused.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(404))
    expect(refused[8]?.status).toBeGreaterThanOrEqual(400)
    expect(await creator.call(sendMessage, { toUserId: customer.userId, content: 'Dag' })).toMatchObject({
      status: 404,
    })
    const sent = await db().select().from(mails).where(eq(mails.recipient, customer.email))
    expect(JSON.stringify(sent)).not.toContain(canary.person)
  },
)

// A cached page of a visitor is made of these answers alone, so that none holds anything of a creator.
it('a customer from whom she is not hidden still sees her, and a visitor sees nothing of her', async () => {
  expect(await leaks(people[4] as TestCustomer, rows[4]?.purchaseId as string)).toContain(
    '/api/users/:userId',
  )
  for (const isPublicDespiteBlocks of [false, true]) {
    await control.creator.call(setPublicPage, { isPublicDespiteBlocks })
    for (const isPublic of [false, true]) {
      await setPublic(control.shop, isPublic)
      expect(await leaks(control.shop.newClient(), giftId)).toEqual([])
    }
  }
})
