import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailedGiftCard } from '../../../tests/support/devMails.ts'
import { completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { sentMails, writeEverything, writtenTexts } from '../../../tests/support/writtenTexts.ts'
import { createStopLink } from '../../live/studio/stopLink.contract.ts'
import { forgotPassword, register } from '../../people/accounts/contract.ts'
import { beginTotpSetup, confirmTotp } from '../../people/security/contract.ts'
import { openPostgres } from '../../platform/db.ts'
import { mails } from '../../platform/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { generateKey } from '../backups/key.service.ts'
import { backUp } from '../backups/service.ts'
import { readExportState, requestExport } from '../privacy/contract.ts'
import { rotateKeys } from './service.ts'

const postgres = openSharedPostgres()
let folder: string
let url: string
let shop: TestShop
let admin: TestUser
let member: TestUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-insider-'))
  url = await postgres.create()
  shop = await openShop({
    database: await openPostgres(url),
    env: { SESSION_SECRET: 'the-secret-that-is-in-no-database' },
  })
  admin = await shop.newUser('ADMIN')
  member = await shop.newUser()
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

const db = () => shop.node.platform.db
const PATIENCE = { timeout: 30_000, interval: 100 }
const PASSWORD_TYPED = 'kanarie-wachtwoord-8846'
/** What the database does hold, so that the searches can fail. */
const READABLE = 'kanarie-leesbaar@gloed.test'

const outbox = () => sentMails(shop)
const mailedTokens = async () =>
  [...(await outbox()).matchAll(/#token=([\w.-]{20,})/g)].map(([, token = '']) => token)

/** @returns what is known to its owner alone */
async function ownSecrets(): Promise<Record<string, string>> {
  const one = shop.newClient()
  const birth = { firstName: 'Kim', lastName: 'Maas', dateOfBirth: '1990-01-01', displayName: 'Kim' }
  const registered = { email: READABLE, password: PASSWORD_TYPED, ...birth }
  expect((await one.call(register, registered)).status).toBe(201)
  await one.call(forgotPassword, { email: READABLE })
  const { body: totp } = await member.call(beginTotpSetup, { password: PASSWORD })
  const code = new TOTP({ secret: totp.secret }).generate()
  const { body: confirmed } = await member.call(confirmTotp, { code })
  const creator = await shop.newUser('MODEL')
  const { body: stop } = await creator.call(createStopLink, { name: 'In mijn tas', isSingleUse: false })
  const guest = await newGuest(shop)
  const items = ((await guest.request('GET', '/api/cart')).body as { productId: string }[]).map(
    ({ productId }) => ({ productId, quantity: 1 }),
  )
  const ordered = { email: 'gast@gloed.test', address: someAddress, acceptsTerms: true }
  const { body: order } = await guest.call(checkout, { items, guest: ordered })
  await guest.request('GET', await completePayment(order.paymentUrl as string, 'paid'))
  for (const page of ['/bestelling#token=', '/cadeaubon#'])
    await vi.waitFor(async () => expect(await outbox()).toContain(page), PATIENCE)
  return {
    password: PASSWORD_TYPED,
    'TOTP secret': totp.secret,
    ...Object.fromEntries(confirmed.recoveryCodes.map((each, index) => [`recovery code ${index}`, each])),
    'stop link': stop.url.split('/').at(-1) ?? '',
    'gift card': (await mailedGiftCard(shop.origin, 'kim@gloed.test')) ?? '',
    ...Object.fromEntries(
      [one, member, admin, guest].flatMap((who, index) =>
        who
          .cookie()
          .split('; ')
          .flatMap(each => {
            const [name = '', value = ''] = each.split('=')
            return value.length >= 20 ? [[`cookie ${name} ${index}`, decodeURIComponent(value)]] : []
          }),
      ),
    ),
    ...Object.fromEntries((await mailedTokens()).map((token, index) => [`mailed token ${index}`, token])),
  }
}

/** Those that stand in a text as they are, or as base64 or hexadecimal digits. */
const found = (content: string, canaries: Record<string, string>): string[] =>
  Object.entries(canaries).flatMap(([name, canary]) => {
    const bytes = Buffer.from(canary)
    const forms = [
      canary,
      canary.replaceAll('-', ''),
      bytes.toString('base64').replace(/=*$/, ''),
      bytes.toString('hex'),
    ]
    return forms.some(form => content.includes(form)) ? [name] : []
  })

async function filesIn(of: string, read: (content: Buffer, name: string) => Buffer): Promise<string> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) =>
      read(await readFile(join(parentPath, name)), name).toString('latin1'),
    ),
  )
  return contents.join('\n')
}

/** A backup as `npm run backup` makes it. */
async function backedUp(publicKey: string | undefined): Promise<string> {
  const { storage, files, config } = shop.node.platform
  const backupDir = await mkdtemp(join(folder, 'backup-'))
  const own = { ...config, databaseUrl: url, backupDir, backupPublicKey: publicKey }
  const copyDatabase = () => Promise.reject(new Error('PostgreSQL is read over a connection'))
  await backUp({ config: own, stores: { storage, files }, copyDatabase }, new Date())
  return backupDir
}

const dump = async () =>
  (await promisify(execFile)('pg_dump', ['--inserts', url], { maxBuffer: 2 ** 29 })).stdout

it('neither a dump of the database nor a backup gives a password, token, secret or text that someone wrote', async () => {
  await writeEverything({ shop, admin, member })
  const secrets = await ownSecrets()
  await member.call(requestExport)
  const isReady = async () => expect((await member.call(readExportState)).body.state).toBe('READY')
  await vi.waitFor(isReady, PATIENCE)
  const mailed = [
    writtenTexts.giftPaid,
    writtenTexts.giftGiven,
    writtenTexts.remark,
    writtenTexts.answer,
    writtenTexts.note,
    writtenTexts.reasons,
  ]
  await vi.waitFor(async () => {
    const sent = await outbox()
    for (const text of mailed) expect(sent, 'its recipient reads it').toContain(text)
  }, PATIENCE)

  const canaries = { ...writtenTexts, ...secrets }
  expect(Object.keys(canaries).length).toBeGreaterThan(30)
  const dumped = await dump()
  expect(dumped, 'the search finds what there is').toContain(READABLE)
  expect(found(dumped, canaries)).toEqual([])

  const plain = await filesIn(await backedUp(undefined), (content, name) =>
    name.endsWith('.zst') ? zstdDecompressSync(content) : content,
  )
  expect(plain, 'without a key it is as the database').toContain(READABLE)
  expect(found(plain, canaries)).toEqual([])
  const publicKey = /BACKUP_PUBLIC_KEY=(\S+)/.exec(await generateKey(join(folder, 'key')))?.[1]
  const encrypted = await filesIn(await backedUp(publicKey), content => content)
  expect(encrypted.length).toBeGreaterThan(10_000)
  expect(found(encrypted, { ...canaries, READABLE })).toEqual([])
}, 180_000)

it('a rotation encrypts what the version before wrote, and takes it out of its mails', async () => {
  const old = 'kanarie-van-ervoor'
  await db()
    .execute(sql`update orders set comments = ${old}, comments_encrypted = null, comments_key_id = null
    where comments is not null`)
  await db().execute(sql`
    update order_items set gift_card = gift_card || jsonb_build_object('message', ${old}::text),
      gift_message = null, gift_message_encrypted = null, gift_message_key_id = null
    where gift_card is not null`)
  await db().execute(sql`update credit_accounts
    set message = ${old}, message_encrypted = null, message_key_id = null where kind = 'GIFT_CARD'`)
  await db()
    .execute(sql`update withdrawals set remark = ${old}, remark_encrypted = null, remark_key_id = null,
    answer = ${old}, answer_encrypted = null, answer_key_id = null where handled_at is not null`)
  await db().execute(
    sql`update withdrawal_lines set note = ${old}, id = null, encrypted = null, key_id = null`,
  )
  await db().execute(sql`update content_decisions set reasons = ${old}, encrypted = null, key_id = null`)
  await db().execute(sql`
    update mails set props = props - 'withdrawalId' - 'decisionId' || case template
      when 'withdrawal-received' then jsonb_build_object('remark', ${old}::text)
      when 'withdrawal-answered' then jsonb_build_object('answer', ${old}::text)
      when 'withdrawal-decided' then jsonb_build_object('refused',
        jsonb_build_array(jsonb_build_object('line', '1', 'reason', 'OTHER', 'note', ${old}::text)))
      when 'gift-card' then jsonb_build_object('message', ${old}::text)
      else jsonb_build_object('reasons', ${old}::text) end
    where template in ('withdrawal-received', 'withdrawal-answered', 'withdrawal-decided', 'gift-card',
      'statement-of-reasons', 'content-report-decided')`)
  expect((await dump()).split(old).length).toBeGreaterThan(10)
  expect(await rotateKeys(shop.node.platform, [])).toMatchObject({ isDone: true })
  expect(found(await dump(), { old })).toEqual([])
  const { body: cases } = await admin.request('GET', '/api/admin/content-reports').then(({ body }) => ({
    body: body as { items: { id: string }[] },
  }))
  const { body: decided } = await admin.request('GET', `/api/admin/content-reports/${cases.items[0]?.id}`)
  expect(decided).toMatchObject({ decisions: [{ reasons: old }] })
  const { body: found2 } = await admin.request('GET', '/api/admin/withdrawals')
  expect(JSON.stringify(found2)).toContain(`"note":"${old}"`)
  expect(JSON.stringify(found2)).toContain(`"answer":"${old}"`)
  const [late] = await db()
    .select()
    .from(mails)
    .where(sql`template = 'statement-of-reasons'`)
  expect(late?.props).toMatchObject({ decisionId: expect.any(String) })
})
