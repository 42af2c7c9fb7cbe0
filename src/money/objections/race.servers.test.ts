import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { newId } from '../../platform/db/columns.ts'
import { saveAnswer } from './admin/service.ts'
import { addObjection, findObjections } from './service.ts'
import { earningObjections } from './table.ts'

let postgres: SharedPostgres
let nodes: TestShop[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  const env = { SESSION_SECRET: 'the-secret-that-both-nodes-share' }
  const open = async () => openShop({ database: await openPostgres(url), env })
  nodes = [await open(), await open()]
})
afterAll(async () => {
  await Promise.all(nodes.map(each => each.close()))
  await postgres.close()
})

it('of objections to one line at once one is kept, and of answers at once on two nodes one', async () => {
  const [first, second] = nodes as [TestShop, TestShop]
  const { user: one } = await first.newUser('MODEL')
  const { user: admin } = await first.newUser('ADMIN')
  const about = {
    creatorId: one.id,
    subject: 'LINE',
    subjectId: newId(),
    name: 'Toy',
    reason: 'Nee',
  } as const
  const both = [first, second, first, second].map(({ node: { platform } }) => platform)
  const statusOf = (settled: PromiseSettledResult<unknown>[]) =>
    settled.filter(({ status }) => status === 'fulfilled').length
  const objected = await Promise.allSettled(
    both.map(platform => platform.db.transaction(tx => addObjection(tx, platform, about))),
  )
  expect(statusOf(objected)).toBe(1)
  const { platform } = first.node
  const [row] = await platform.db
    .select()
    .from(earningObjections)
    .where(eq(earningObjections.creatorId, one.id))
  const answers = both.map((each, index) =>
    saveAnswer(each, admin.id, { objectionId: row?.id ?? '', answer: `Antwoord ${index}` }),
  )
  const answered = await Promise.allSettled(answers)
  expect(statusOf(answered)).toBe(1)
  const kept = answered.findIndex(({ status }) => status === 'fulfilled')
  expect(await findObjections(platform, platform.db, one.id)).toMatchObject([{ answer: `Antwoord ${kept}` }])
})
