import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailedGiftCard } from '../../../tests/support/devMails.ts'
import { completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { sentMails, writeEverything, writtenTexts } from '../../../tests/support/writtenTexts.ts'
import { createStopLink } from '../../live/studio/stopLinks/contract.ts'
import { forgotPassword, register } from '../../people/accounts/contract.ts'
import { beginTotpSetup, confirmTotp } from '../../people/security/contract.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { generateKey } from '../backups/key.service.ts'
import { backUp } from '../backups/service.ts'
import { readExportState, requestExport } from '../privacy/contract.ts'

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

const PATIENCE = { timeout: 30_000, interval: 100 }
const PASSWORD_TYPED = 'kanarie-wachtwoord-8846'
/** A text that the database does hold, so that the searches can fail. */
const READABLE = 'kanarie-leesbaar@gloed.test'

const outbox = () => sentMails(shop)
const mailedTokens = async () =>
  [...(await outbox()).matchAll(/#token=([\w.-]{20,})/g)].map(([, token = '']) => token)

/** @returns the secrets that only their owner knows */
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

/** The canaries that stand in a text as they are, or as base64 or hexadecimal digits. */
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
