import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRedisServer, type RedisServer } from '../../../tests/support/redis.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db.ts'
import { publishContent, readContent, readFaq, saveDraft } from './contract.ts'
import { faqContent } from './faq.rules.ts'

let postgres: SharedPostgres
let redis: RedisServer
let nodes: [TestShop, TestShop]
let admin: TestUser
beforeAll(async () => {
  postgres = openSharedPostgres()
  redis = await openRedisServer()
  const url = await postgres.create()
  const open = async () => openShop({ database: await openPostgres(url), env: { REDIS_URL: redis.url } })
  nodes = [await open(), await open()]
  admin = await nodes[0].newUser('ADMIN')
}, 60_000)
afterAll(async () => {
  await Promise.all(nodes.map(node => node.close()))
  await redis.close()
  await postgres.close()
})

const opened = async () => {
  const { key, version, revision } = (await admin.call(readContent, { key: 'faq' })).body
  return { key, version, revision }
}
const body = (intro: string) => ({ ...faqContent.defaults, intro })
const introAt = async (node: TestShop) => (await node.newClient().call(readFaq)).body.intro

it('shows on every node what is published on one', async () => {
  // The other node is informed by the bus, not by its timer.
  const heard = new Promise(resolve => nodes[1].node.platform.bus.subscribe('content.changed', resolve))
  expect((await admin.call(publishContent, { ...(await opened()), body: body('Nieuw') })).status).toBe(200)
  expect(await introAt(nodes[0])).toBe('Nieuw')
  await heard
  await expect.poll(() => introAt(nodes[1]), { timeout: 20_000 }).toBe('Nieuw')
})

it.each([['without a draft'], ['over the same draft']])('publishes one of twenty versions %s', async kind => {
  if (kind !== 'without a draft') await admin.call(saveDraft, { ...(await opened()), body: body('Concept') })
  const before = await opened()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      admin.call(publishContent, { ...before, body: body(`Versie ${index}`) }),
    ),
  )
  const published = answers.filter(({ status }) => status === 200)
  expect(published).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect((await opened()).version).toBe(before.version + 1)
  expect(await introAt(nodes[0])).toBe(published[0]?.body.published['intro'])
})

it('saves one of twenty drafts over the same one, beside a publication', async () => {
  const before = await opened()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      admin.call(index === 7 ? publishContent : saveDraft, { ...before, body: body(`Concept ${index}`) }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})
