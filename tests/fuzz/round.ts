import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLoginSession } from '../../src/people/accounts/session.service.ts'
import { openPostgres, type Db } from '../../src/platform/db.ts'
import { companyAddress } from '../support/carrier.ts'
import { query } from '../support/postgres.ts'
import { openSharedPostgres } from '../support/sharedPostgres.ts'
import { createMailLinkTokens } from '../../src/app/mailLinkTokens.ts'
import type { MailLinkToken } from '../../src/wire/mail.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { createWriteLog, noteChanges, openNotes, type Change } from './changes.ts'
import { createClient, type Client } from './client.ts'
import { accountNames, fillShop, type AccountName } from './fixture.ts'
import type { Caller } from './requests.ts'

interface Account {
  id: string
  /** Of its session. */
  token: string
}
type Accounts = Record<AccountName, Account>

/** A shop with the data of the fixture, in which some thousands of requests are made. */
export interface Round extends Client {
  origin: string
  db: Db
  /** The token of a mailed link. */
  linkToken(link: MailLinkToken): Promise<string>
  accounts: Accounts
  /** Makes an account as it was, with a session of its own. */
  restore(name: AccountName): Promise<void>
  /** Makes those accounts as they were that the changes have closed, logged out or given other rights. */
  restoreAfter(changes: Change[]): Promise<void>
  select(sql: string): Promise<Record<string, unknown>[]>
  takeChanges(): Promise<Change[]>
  takeWrites(requestId: string): Set<string>
  /** 1, 2, 3… */
  count(): number
  /** @throws when an answer had a status that its endpoint does not state */
  close(): Promise<void>
}

/** Rounds on copies of one shop: every round begins the same, and the tables stay small. */
export async function openRounds() {
  const postgres = openSharedPostgres()
  const original = await postgres.create()
  const folder = await mkdtemp(join(tmpdir(), 'gloed-fuzz-'))
  const env = { ...companyAddress, DATA_DIR: folder, LOVENSE_CALLBACK_SECRET: 'a-callback-secret' }
  const shop = await openShop({ database: await openPostgres(original), env, now: () => new Date() })
  const people = await fillShop(shop)
  const accounts = Object.fromEntries(
    accountNames.map(name => [
      name,
      { id: people[name].user.id, token: people[name].cookie().split('=')[1] as string },
    ]),
  ) as Accounts
  await shop.close()
  await query(
    original,
    'create schema fuzz_original; create table fuzz_original.users as select * from users',
  )
  await noteChanges(original)
  return {
    async open(): Promise<Round> {
      const dataDir = await mkdtemp(join(tmpdir(), 'gloed-fuzz-'))
      await cp(folder, dataDir, { recursive: true })
      const databaseUrl = await postgres.copy(original)
      return openRound(databaseUrl, { ...env, DATA_DIR: dataDir }, structuredClone(accounts))
    },
    async close() {
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openRound(
  databaseUrl: string,
  env: Record<string, string>,
  accounts: Accounts,
): Promise<Round> {
  const writes = createWriteLog()
  const database = await openPostgres(databaseUrl, { logger: writes })
  const shop = await openShop({ database, env, now: () => new Date() })
  const notes = await openNotes(databaseUrl)
  const tokenOf = (caller: Caller) => (caller === 'nobody' ? undefined : accounts[caller].token)
  const client = createClient(shop.origin, tokenOf)
  let counted = 0
  const restore = async (name: AccountName) => {
    const { id } = accounts[name]
    await notes.client.query(restoring, [id])
    for (const table of ['totp_secrets', 'recovery_codes', 'pending_logins'])
      await notes.client.query(`delete from ${table} where user_id = $1`, [id])
    shop.node.platform.bus.publish('login.ending', { userId: id })
    accounts[name].token = await createLoginSession(shop.node.platform.db, id, new Date())
  }
  return {
    ...client,
    /** Once more with a session of its own when the caller's has ended, as some requests make it do a moment later. */
    async callAs(caller, ...request) {
      const answer = await client.callAs(caller, ...request)
      if (answer.status !== 401 || caller === 'nobody') return answer
      await restore(caller)
      return client.callAs(caller, ...request)
    },
    origin: shop.origin,
    db: shop.node.platform.db,
    linkToken: createMailLinkTokens(shop.node.platform),
    accounts,
    restore,
    async restoreAfter(changes) {
      const names = accountNames.filter(name => changes.some(change => touches(change, accounts[name].id)))
      for (const name of names) await restore(name)
      if (names.length > 0) await notes.take()
    },
    select: async sql => (await notes.client.query(sql)).rows as Record<string, unknown>[],
    takeChanges: () => notes.take(),
    takeWrites: requestId => writes.take(requestId),
    count: () => (counted += 1),
    close: () =>
      closeRound(shop, env['DATA_DIR'] as string, [() => client.close(), () => notes.client.end()]),
  }
}

async function closeRound(shop: TestShop, dataDir: string, others: (() => Promise<void>)[]): Promise<void> {
  for (const close of others) await close()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
}

const kept = [
  'email',
  'password',
  'role',
  'first_name',
  'last_name',
  'phone',
  'display_name',
  'policy_version',
  'email_verified_at',
  'two_factor_at',
  'delete_after',
  'erased_at',
]
const restoring = `
  update users set (${kept.join()}) = (select ${kept.join()} from fuzz_original.users o where o.id = users.id) where id = $1`

/** Whether a change took from an account what its requests need. */
const touches = ({ table, kind, was, became }: Change, userId: string): boolean =>
  (table === 'login_sessions' && kind === 'DELETE' && was?.['user_id'] === userId) ||
  (table === 'users' && was?.['id'] === userId && kept.some(name => was[name] !== became?.[name]))
