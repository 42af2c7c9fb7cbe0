import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { listAuditEntries } from '../../people/audit/admin/contract.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { mails } from '../../platform/db/table.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'
import { queueName } from './labels.rules.ts'

let shop: TestShop
let admin: TestUser
/** Controls whether the handlers fail. */
const world = { isBroken: true, done: [] as string[] }
const hopeless = defineJob<{ orderId: string; email: string }>('hopeless', 0)
const stubborn = defineJob<{ orderId: string; email: string }>('stubborn')
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  const handler = ({ orderId }: { orderId: string }) => {
    if (world.isBroken) return Promise.reject(new Error('550 no such mailbox <sam@gloed.test>'))
    world.done.push(orderId)
    return Promise.resolve()
  }
  await shop.node.platform.jobs.work(hopeless, handler)
  await shop.node.platform.jobs.work(stubborn, handler)
})
afterAll(() => shop.close())

const read = async (queue?: string) => (await admin.call(listJobs, queue ? { queue } : {})).body
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 30_000, interval: 100 })
async function fail(kind: typeof hopeless): Promise<string> {
  const { db, jobs } = shop.node.platform
  world.isBroken = true
  const orderId = randomUUID()
  await db.transaction(tx => jobs.send(tx, kind, { orderId, email: 'sam@gloed.test' }))
  await until(async () =>
    expect(
      (await read(kind.name)).failed.find(({ data }) => data['orderId'] === orderId)?.error,
    ).toBeTruthy(),
  )
  return orderId
}

it('shows failed jobs with their error and without personal data', async () => {
  const orderId = await fail(hopeless)
  const { failed, total, queues } = await read('hopeless')
  expect(total).toBe(1)
  expect(failed).toMatchObject([
    { queue: 'hopeless', state: 'FAILED', tries: 1, error: '550 no such mailbox <…>', nextAt: null },
  ])
  expect(failed[0]?.data).toEqual({ orderId, email: '…' })
  expect(queues.find(({ name }) => name === 'hopeless')).toMatchObject({ failed: 1, retrying: 0 })
  expect(JSON.stringify(await read())).not.toContain('sam@')
})

it('has a label for every queue of the shop', async () => {
  const { queues } = await read()
  const own = queues.map(({ name }) => name).filter(name => name !== hopeless.name && name !== stubborn.name)
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(name => queueName(name) === name)).toEqual([])
})

it('retries a job on request and completes it', async () => {
  const orderId = await fail(hopeless)
  world.isBroken = false
  const mine = (await read('hopeless')).failed.find(({ data }) => data['orderId'] === orderId)
  const which = { queue: 'hopeless', jobId: mine?.id }
  expect(await admin.call(retryJobs, which)).toMatchObject({ status: 200, body: { count: 1 } })
  await until(async () => expect(world.done).toContain(orderId))
  expect((await admin.call(listAuditEntries, { action: 'JOBS_RETRIED' })).body.items[0]).toMatchObject({
    actor: { id: admin.user.id },
    subjectId: 'hopeless',
    details: { count: 1, jobId: mine?.id },
  })
  // The job of the first test is unchanged.
  expect((await read('hopeless')).total).toBe(1)
})

it('retries all jobs of a kind at once, without their retry delay', async () => {
  const orderId = await fail(stubborn)
  const [waiting] = (await read('stubborn')).failed
  expect(waiting).toMatchObject({ state: 'RETRYING', nextAt: expect.any(String) })
  world.isBroken = false
  expect((await admin.call(retryJobs, { queue: 'stubborn' })).status).toBe(200)
  await until(async () => expect(world.done).toContain(orderId))
})

it('deletes a job that is no longer needed', async () => {
  const orderId = await fail(hopeless)
  const { total } = await read('hopeless')
  expect((await admin.call(discardJobs, { queue: 'hopeless' })).body).toEqual({ count: total })
  expect(await read('hopeless')).toMatchObject({ total: 0, failed: [] })
  expect((await admin.call(discardJobs, { queue: 'hopeless' })).body).toEqual({ count: 0 })
  expect(world.done).not.toContain(orderId)
})

it('counts undelivered outbox rows', async () => {
  const { db } = shop.node.platform
  const before = (await read()).mails
  const kept = { recipient: 'lezer@gloed.test', template: 'order-paid', props: {} }
  await db
    .insert(mails)
    .values([kept, kept, { ...kept, sentAt: new Date() }, { ...kept, failedAt: new Date() }])
  const after = (await read()).mails
  expect(after.count - before.count).toBe(2)
  expect(after.since).not.toBeNull()
})
