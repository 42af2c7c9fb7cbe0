import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import type { NotificationKind } from '../../people/notifications/contract.ts'
import { notifications } from '../../people/notifications/table.ts'
import { notifyGivenUpJobs, notifyMissingBackup } from './watch.service.ts'

const HOUR = 3600_000
const start = Date.now()
let now = start
let folder: string
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  shop = await openShop({ now: () => new Date(now), env: { BACKUP_DIR: folder } })
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const db = () => shop.node.platform.db
/** The texts of a kind that the admin was told, in order. */
async function told(kind: NotificationKind): Promise<string[]> {
  const rows = await db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, admin.user.id), eq(notifications.kind, kind)))
    .orderBy(notifications.createdAt)
  return rows.map(({ text }) => text)
}

async function lookAt(hours: number): Promise<number> {
  now = start + hours * HOUR
  await notifyMissingBackup(shop.node.platform, new Date(start))
  return (await told('BACKUP_MISSING')).length
}
async function backUpAt(hours: number): Promise<void> {
  const at = new Date(start + hours * HOUR)
  await mkdir(join(folder, 'nightly'), { recursive: true })
  await writeFile(join(folder, 'nightly', 'shop.dump'), 'x')
  await utimes(join(folder, 'nightly', 'shop.dump'), at, at)
}

it('tells once a day that a backup is missing: a day and two hours after the start, and after the newest', async () => {
  expect(await lookAt(23)).toBe(0)
  expect(await lookAt(27)).toBe(1)
  expect(await lookAt(27.001)).toBe(1)
  expect(await told('BACKUP_MISSING')).toEqual([expect.stringContaining('nog geen back-up')])
  await backUpAt(26)
  expect(await lookAt(51.9)).toBe(1)
  expect(await lookAt(52.1)).toBe(2)
  expect((await told('BACKUP_MISSING'))[1]).toMatch(/^De laatste back-up is van \d+ \w+ \d{4}/)
  expect(await lookAt(76.2)).toBe(3)
  await backUpAt(74)
  expect(await lookAt(97)).toBe(3)
})

it('waits for the first backup since the folder was made, also when the shop was restarted', async () => {
  await rm(join(folder, 'nightly'), { recursive: true })
  const made = new Date(start + 98 * HOUR)
  await utimes(folder, made, made)
  const look = async (hours: number) => {
    now = start + hours * HOUR
    await notifyMissingBackup(shop.node.platform, new Date(now - HOUR))
    return (await told('BACKUP_MISSING')).length
  }
  expect(await look(123)).toBe(3)
  expect(await look(125)).toBe(4)
})

it('says nothing of backups where no folder is set', async () => {
  const { config, ...platform } = shop.node.platform
  const before = await told('BACKUP_MISSING')
  now = start + 999 * HOUR
  await notifyMissingBackup({ ...platform, config: { ...config, backupDir: undefined } }, new Date(start))
  expect(await told('BACKUP_MISSING')).toEqual(before)
})

it('tells once a day for each queue of jobs that were given up, and of no others', async () => {
  const add = (name: string, state: string, completedOn = sql`now()`) =>
    db().execute(
      sql`insert into pgboss.job (name, state, completed_on) values (${name}, ${state}::pgboss.job_state, ${completedOn})`,
    )
  await add('invoice', 'retry')
  await add('refund', 'failed', sql`now() - interval '25 hours'`)
  await notifyGivenUpJobs(db())
  expect(await told('JOB_GAVE_UP')).toEqual([])
  for (const name of ['mail', 'mail', 'invoice']) await add(name, 'failed')
  await notifyGivenUpJobs(db())
  await notifyGivenUpJobs(db())
  expect((await told('JOB_GAVE_UP')).toSorted()).toEqual([
    expect.stringContaining('“Facturen maken”'),
    expect.stringContaining('“Mails versturen”'),
  ])
})
