import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { listConversations, readConversation, replyToConversation } from './admin/contract.ts'
import { listOwnConversations, sendContactMessage, writeOwnMessage } from './contract.ts'

/** Several people who write in one conversation at once. */
let postgres: SharedPostgres
let shop: TestShop
let admins: TestUser[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const desk = () => admins[0] as TestUser
const read = async (conversationId: string) => (await desk().call(readConversation, { conversationId })).body

it('a form that is sent five times at once is stored and confirmed once', async () => {
  const key = { 'idempotency-key': 'vijf-keer' }
  const sent = { name: 'Sam', email: 'vijf@gloed.test', topic: 'OTHER', text: 'Hallo' }
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => shop.newClient().call(sendContactMessage, sent, key)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
  expect((await desk().call(listConversations, { q: sent.email })).body.total).toBe(1)
  expect(await mailsTo(shop, sent.email)).toEqual(['contact-received'])
})

it('of two admins who answer at once one is refused, and each stored answer is mailed once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const customer = await shop.newUser()
    await customer.call(sendContactMessage, { topic: 'LIVE', text: 'Een vraag' })
    const conversationId = (await customer.call(listOwnConversations)).body[0]?.id as string
    const { version } = await read(conversationId)
    const [back, ...replies] = await Promise.all([
      customer.call(writeOwnMessage, { conversationId, text: 'En nog iets' }),
      ...admins.map(admin =>
        admin.call(replyToConversation, { conversationId, version, text: `Van ${admin.user.id}` }),
      ),
    ])
    expect(back.status).toBe(201)
    const stored = replies.filter(({ status }) => status === 201)
    expect(stored.length).toBeLessThanOrEqual(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2 - stored.length)
    const after = await read(conversationId)
    expect(after.messages.filter(({ isFromShop }) => isFromShop)).toHaveLength(stored.length)
    expect(after).toMatchObject({ status: 'OPEN', version: version + 1 + stored.length })
    const mailed = (await mailsTo(shop, customer.user.email)).filter(name => name === 'contact-answered')
    expect(mailed).toHaveLength(stored.length)
  }
})
