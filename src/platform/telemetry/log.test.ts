import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/db.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { createLog } from './log.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

it('logs a refused mail without its recipient', () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const cause = new Error('550 5.1.1 <kanarie@gloed.test>: user unknown')
  log.warn({ err: new Error('no mail to kanarie@gloed.test', { cause }) }, 'job failed')
  expect(lines.join('')).not.toContain('kanarie')
  expect(lines.join('')).toContain('550 5.1.1 <…@…>: user unknown')
})

it('logs a mail that a server quotes without its link', () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const token = 'q'.repeat(43)
  log.warn({ err: new Error(`451 refused: https://gloed.test/wachtwoord?token=${token}`) }, 'job failed')
  log.warn({ err: new Error(`451 refused: ${token}`) }, 'job failed')
  expect(lines.join('')).toContain('451 refused')
  expect(lines.join('')).not.toContain(token)
})

it('logs a failed statement without its values', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const canary = 'kanarie@gloed.test'
  const insert = sql`insert into users (id, email, password, display_name, adult_statement_at, policy_version)
    values (gen_random_uuid(), ${canary}, 'x', ${canary}, now(), '1.0')`
  await database.db.execute(insert)
  for (const statement of [insert, sql`select ${canary}::uuid`]) {
    await database.db.execute(statement).then(
      () => expect.unreachable(),
      (error: unknown) => log.error({ err: error }, 'request failed'),
    )
  }
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain(canary)
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    msg: 'request failed',
    err: { message: expect.stringContaining('insert into users'), cause: { code: '23505' } },
  })
})
