import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLoginSession } from '../../src/people/accounts/login/session.service.ts'
import { readGiftCardCode } from '../../src/money/credit/giftCards/service.ts'
import { SESSION_COOKIE } from '../../src/platform/http/session.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { companyAddress } from '../support/carrier.ts'
import { query } from '../support/postgres.ts'
import { openSharedPostgres } from '../support/sharedPostgres.ts'
import { createMailLinkTokens } from '../../src/app/mailLinkTokens.ts'
import type { MailLinkToken } from '../../src/wire/mail.ts'
import { setPublic } from '../support/guests.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { createWriteLog, noteChanges, openNotes, type Change } from './changes.ts'
import { createClient, type Client } from './client.ts'
import { accountNames, type AccountName } from './accounts.ts'
import { fillShop } from './fixture.ts'
import type { GuestAccount } from './orderFixture.ts'
import { isMember, type Caller } from './requests.ts'

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
  /** Of the account or the guest. */
  idOf(caller: Caller): string | undefined
  /** The code of a gift card. */
  giftCardCode(cardId: string): Promise<string | null>
  /** Does something while sessions begin with a countdown of so many seconds. */
  withCountdown<T>(seconds: number, work: () => Promise<T>): Promise<T>
  /** Makes an account as it was, with a session of its own. */
  restore(name: AccountName): Promise<void>
  /** Makes those accounts as they were that the changes have closed, logged out or given other rights. */
  restoreAfter(changes: Change[], changed?: AccountName): Promise<void>
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
  const env = {
    ...companyAddress,
    SELLER_VAT_NUMBER: 'BE0403170701',
    DATA_DIR: folder,
    CREATOR_PROGRAMME: 'on',
    LOVENSE_CALLBACK_SECRET: 'a-callback-secret',
    // Longer than any run: one that is released during a refused call looks like a change by it.
    HOLD_MINUTES: '1440',
  }
  const shop = await openShop({ database: await openPostgres(original), env, now: () => new Date() })
  const { people, guest } = await fillShop(shop)
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
    /** @param isPublic whether the shop is open to visitors without an account */
    async open(isPublic: boolean): Promise<Round> {
      const dataDir = await mkdtemp(join(tmpdir(), 'gloed-fuzz-'))
      await cp(folder, dataDir, { recursive: true })
      const databaseUrl = await postgres.copy(original)
      return openRound(databaseUrl, { ...env, DATA_DIR: dataDir }, structuredClone(accounts), {
        guest,
        isPublic,
      })
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
  { guest, isPublic }: { guest: GuestAccount; isPublic: boolean },
): Promise<Round> {
  const writes = createWriteLog()
  const database = await openPostgres(databaseUrl, { logger: writes })
  const shop = await openShop({ database, env, now: () => new Date() })
  const notes = await openNotes(databaseUrl)
  if (isPublic) await setPublic(shop)
  const cookieOf = (caller: Caller) => {
    if (isMember(caller)) return `${SESSION_COOKIE}=${accounts[caller].token}`
    return caller === 'guest' ? guest.cookie : ''
  }
  const client = createClient(shop.origin, cookieOf)
  let counted = 0
  const restore = async (name: AccountName) => {
    const { id } = accounts[name]
    await notes.client.query(restoring, [id])
    await notes.client.query(`delete from passkeys where user_id = $1 and name = 'Telefoon'`, [id])
    for (const table of ['totp_secrets', 'recovery_codes', 'pending_logins'])
      await notes.client.query(`delete from ${table} where user_id = $1`, [id])
    shop.node.platform.bus.publish('login.ending', { userId: id })
    accounts[name].token = await createLoginSession(shop.node.platform.db, id, new Date(), {
      // Each account has a passkey, with which an admin has to confirm.
      confirmedBy: 'PASSKEY',
    })
  }
  return {
    ...client,
    /** Once more with a session of its own when the caller's has ended, as some requests make it do a moment later. */
    async callAs(caller, ...request) {
      const answer = await client.callAs(caller, ...request)
      if (answer.status >= 500) throw new Error(`${request[0]} ${request[1]}: ${answer.text}`)
      if (answer.status !== 401 || !isMember(caller)) return answer
      await restore(caller)
      return client.callAs(caller, ...request)
    },
    origin: shop.origin,
    db: shop.node.platform.db,
    linkToken: createMailLinkTokens(shop.node.platform),
    accounts,
    idOf: caller => (isMember(caller) ? accounts[caller].id : caller === 'guest' ? guest.id : undefined),
    giftCardCode: cardId => readGiftCardCode(shop.node.platform, cardId),
    async withCountdown(seconds, work) {
      const { config } = shop.node.platform
      config.countdownSeconds = seconds
      return work().finally(() => (config.countdownSeconds = 0))
    },
    restore,
    async restoreAfter(changes, changed) {
      const isTouched = (name: AccountName) => changes.some(change => touches(change, accounts[name].id))
      const names = accountNames.filter(name => name === changed || isTouched(name))
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
  'suspended_at',
  'erased_at',
]
const restoring = `
  update users set (${kept.join()}) = (select ${kept.join()} from fuzz_original.users o where o.id = users.id) where id = $1`

/** Whether a change took something from an account that its requests need. */
const touches = ({ table, was, became }: Change, userId: string): boolean =>
  (table === 'login_sessions' &&
    was?.['user_id'] === userId &&
    was['token_hash'] !== became?.['token_hash']) ||
  (table === 'users' && was?.['id'] === userId && kept.some(name => was[name] !== became?.[name]))
