import { eq, getTableName } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { userReferenceColumns } from '../../../tests/support/personalDataTraces.ts'
import { invoices } from '../../money/invoices/table.ts'
import { mails } from '../../platform/db/table.ts'
import { issueToken } from '../../people/accounts/token.service.ts'
import { setAvatar } from '../../people/accounts/avatar.service.ts'
import {
  deleteAccount,
  downloadExport,
  openExport,
  exportReadyMail,
  readPersonalData,
  readExportState,
  requestExport,
} from './contract.ts'
import { startExport, buildExport, cleanUpExports } from './export.service.ts'
import { personalDataSections, tablesNotExported } from './personalData.service.ts'
import { dataExports } from './table.ts'

const DAY = 86_400_000
const start = new Date('2026-11-21T12:00:00Z')
let time = start
let shop: TestShop
beforeAll(async () => void (shop = await openShop({ now: () => time })))
afterAll(() => shop.close())

const platform = () => shop.node.platform
const db = () => platform().db
const files = () => platform().storage.listWrittenBefore('exports', new Date('2100-01-01'))
const stateOf = async (member: TestUser) => (await member.call(readExportState)).body.state
const soon = { timeout: 30_000, interval: 50 }
/** Files are made by a job, which may be slow on a busy machine. */
vi.setConfig({ testTimeout: 90_000 })

/** Requests an export, and returns the token of the mailed link. */
async function asked(member: TestUser): Promise<string> {
  expect((await member.call(requestExport)).status).toBe(202)
  await vi.waitFor(async () => expect(await stateOf(member)).toBe('READY'), soon)
  return issueToken(db(), member.user.id, 'EXPORT', time)
}

it('covers every table that names a user, or has a reason for excluding it', async () => {
  const known = [
    ...personalDataSections.flatMap(({ tables }) => tables),
    ...tablesNotExported.map(([table]) => table),
  ]
  const named = (await userReferenceColumns(db())).map(column => column.split('.')[0] as string)
  const missing = [...named, 'users', 'mails', 'withdrawals'].filter(
    name => !known.some(table => getTableName(table) === name),
  )
  expect(missing).toEqual([])
  expect(new Set(personalDataSections.map(({ name }) => name)).size).toBe(personalDataSections.length)
})

it('tells how far it is while it is being built, and no longer', async () => {
  const member = await shop.newUser()
  await asked(member)
  const row = eq(dataExports.userId, member.user.id)
  const progressOf = async () => (await member.call(readExportState)).body.progress
  expect(await progressOf()).toBeNull()
  await db().update(dataExports).set({ fileKey: null, filesDone: 3, filesTotal: 9 }).where(row)
  expect(await progressOf()).toEqual({ done: 3, total: 9 })
  await db().update(dataExports).set({ filesDone: 0, filesTotal: 0 }).where(row)
  expect(await progressOf()).toBeNull()
})

it('is a ZIP of all data, invoices and the avatar, for its owner alone, through the mailed link', async () => {
  const member = await shop.newUser()
  const order = await placeOrderFor(shop, member)
  await member.request('GET', await completePayment(order.paymentUrl, 'paid'))
  await vi.waitFor(async () => expect(await db().$count(invoices)).toBe(1), soon)
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await setAvatar(platform(), member.user.id, Buffer.from(pixel, 'base64'))
  expect(await stateOf(member)).toBe('NONE')
  const token = await asked(member)
  expect((await member.call(downloadExport)).status).toBe(404)
  expect((await member.call(openExport, { token: 'geraden' })).status).toBe(404)
  expect((await member.call(openExport, { token })).status).toBe(204)
  const sent = await fetch(new URL(downloadExport.path, shop.origin), {
    headers: { cookie: member.cookie() },
  })
  expect(sent.headers.get('content-disposition')).toBe('attachment; filename="gegevens.zip"')
  const entries = unzipSync(new Uint8Array(await sent.arrayBuffer()))
  const names = Object.keys(entries)
  // A step for each section and for the invoice.
  const [row] = await db().select().from(dataExports).where(eq(dataExports.userId, member.user.id))
  expect(row).toMatchObject({ filesDone: row?.filesTotal, filesTotal: personalDataSections.length + 1 })
  expect(names).toEqual(
    expect.arrayContaining([
      'LEESMIJ.txt',
      'avatar.webp',
      ...personalDataSections.map(({ name }) => `${name}.json`),
    ]),
  )
  expect(names.filter(name => /^facturen\/.*\.pdf$/.test(name))).toHaveLength(1)
  const text = (name: string) => Buffer.from(entries[name] ?? []).toString()
  expect(JSON.parse(text('profiel.json'))).toMatchObject({ email: member.user.email })
  expect(text('bestellingen.json')).toContain('Lindelaan')
  expect(names.map(text).join('\n')).not.toContain('argon2')

  expect((await shop.newClient().call(openExport, { token })).status).toBe(401)
  expect((await shop.newClient().call(downloadExport)).status).toBe(401)
  expect((await (await shop.newUser()).call(openExport, { token })).status).toBe(404)
  const reset = await issueToken(db(), member.user.id, 'RESET_PASSWORD', time)
  expect((await member.call(openExport, { token: reset })).status).toBe(404)
  const [file] = await files()
  expect((await member.request('GET', `/media/${file}`)).status).toBe(404)
})

it('is requested once a day, made once for parallel requests, and announced without its contents', async () => {
  const member = await shop.newUser()
  const answers = await Promise.all([1, 2, 3].map(() => member.call(requestExport)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ retryAfter: 86_400 })
  await vi.waitFor(async () => expect(await stateOf(member)).toBe('READY'), soon)
  const told = await db().select().from(mails)
  const mine = told.filter(
    ({ recipient, template }) => recipient === member.user.email && template === exportReadyMail.name,
  )
  expect(mine).toHaveLength(1)
  expect(JSON.stringify(mine)).not.toContain('token=')
})

it('is deleted after a week, when a newer one is made, and when the account is closed', async () => {
  await db().delete(dataExports)
  time = new Date(Date.now() + DAY)
  await cleanUpExports(platform())
  expect(await files()).toEqual([])

  time = start
  const [weekOld, closing] = [await shop.newUser(), await shop.newUser()]
  const token = await asked(weekOld)
  await asked(closing)
  expect(await files()).toHaveLength(2)
  expect((await closing.call(deleteAccount, { password: 'een-goed-wachtwoord' })).status).toBe(202)
  expect(await files()).toHaveLength(1)
  time = new Date(start.getTime() + 6.9 * DAY)
  expect((await weekOld.call(openExport, { token })).status).toBe(204)
  expect((await weekOld.call(downloadExport)).status).toBe(200)
  time = new Date(start.getTime() + 7 * DAY)
  expect((await weekOld.call(downloadExport)).status).toBe(404)
  await cleanUpExports(platform())
  expect(await files()).toEqual([])
  expect(await stateOf(weekOld)).toBe('NONE')
  time = start
})

it('leaves no file when the account closes while it is being made', async () => {
  const member = await shop.newUser()
  const none = async () => undefined
  const jobs = { ...platform().jobs, send: none }
  await startExport({ ...platform(), jobs }, member.user.id)
  const [row] = await db().select().from(dataExports)
  const before = await files()
  const { storage } = platform()
  const put: typeof storage.put = async (key, content) => {
    await storage.put(key, content)
    await member.call(deleteAccount, { password: 'een-goed-wachtwoord' })
  }
  await buildExport({ ...platform(), jobs, storage: { ...storage, put } }, row?.id ?? '')
  expect(await files()).toEqual(before)
  expect(await db().$count(dataExports)).toBe(0)
})

it('is available as JSON at once, with only display names of others', async () => {
  const [member, other] = [await shop.newUser(), await shop.newUser()]
  const { status, body } = await member.call(readPersonalData)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(personalDataSections.map(({ name }) => name))
  expect(JSON.stringify(body)).toContain(member.user.email)
  expect(JSON.stringify(body)).not.toContain(other.user.email)
})
