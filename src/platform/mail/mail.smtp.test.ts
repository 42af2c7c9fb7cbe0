import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import {
  openFaultySmtpServer,
  type SmtpPhase,
  type SmtpFault,
} from '../../../tests/support/faultySmtpServer.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { createMailRenderer } from '../../app/mailRenderer.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import type { Database } from '../db/db.ts'
import { defineJob, startJobs, type Jobs } from '../jobs/jobs.ts'
import { createLog } from '../telemetry/log.ts'
import { isOnTheInternet, mailJob, queueMail, sendStoredMail, smtpTransport } from './mail.ts'
import { mails } from '../db/table.ts'

/** Mail servers with faults: mails that are lost, sent twice or delayed. */
let database: Database
let jobs: Jobs
let rude: Awaited<ReturnType<typeof openFaultySmtpServer>>
let send: (mailId: string) => Promise<void>
/** A server without a fault may still be slow on a busy machine. */
let sendPatiently: typeof send
let clock = Date.now()
const errors: object[] = []
const patience = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300, wholeTimeout: 1200 }
const url = 'https://gloed.test/order-confirmation/x'
const props = { number: '2026-000042', url, totalCents: 4248, isSent: true, shopName: 'Gloed' }
const unwanted = () => Promise.reject(new Error('nothing is enclosed'))
const write = createMailRenderer(() => ({ shopName: 'Gloed', company: [] }), {
  returnLabel: () => Promise.reject(new Error('no label')),
  giftCardCode: () => Promise.resolve(null),
  text: () => Promise.resolve(null),
  message: () => Promise.resolve(null),
  invoice: unwanted,
  token: unwanted,
  content: { published: () => undefined },
})
const ticks = defineJob<{ nr: number }>('tick')
const ticked: number[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  rude = await openFaultySmtpServer()
  const log = createLog('error', { write: line => void errors.push(JSON.parse(line) as object) })
  jobs = await startJobs(database, { log: createLog('silent') })
  const platform = { db: database.db, log, now: () => new Date(clock), origin: () => 'https://gloed.test' }
  const transport = smtpTransport(rude.url, 'post@gloed.test', patience)
  const patient = smtpTransport(rude.url, 'post@gloed.test')
  send = mailId => sendStoredMail(platform, write, transport, mailId)
  sendPatiently = mailId => sendStoredMail(platform, write, patient, mailId)
  await jobs.work(mailJob, ({ mailId }) => send(mailId))
  await jobs.work(ticks, async ({ nr }) => void ticked.push(nr))
})
afterAll(async () => {
  await jobs.stop()
  await rude.close()
  await database.close()
})

let readers = 0
async function keep(): Promise<string> {
  const reader = `lezer-${(readers += 1)}@gloed.test`
  await database.db.transaction(tx => queueMail(tx, jobs, orderPaidMail, reader, props))
  return reader
}
const kept = async (reader: string) =>
  (await database.db.select().from(mails).where(eq(mails.recipient, reader)))[0]
const taken = (reader: string) => rude.taken.filter(({ to }) => to === reader)
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 40_000, interval: 25 })

/** Sends a mail to a server with a fault, and again to the same server without one. */
async function endure(rudeness: SmtpFault): Promise<{ copies: number }> {
  rude.next.push(rudeness)
  const reader = `lezer-${(readers += 1)}@gloed.test`
  const [mail] = await database.db
    .insert(mails)
    .values({ recipient: reader, template: orderPaidMail.name, props })
    .returning()
  await expect(send(mail?.id as string)).rejects.toBeInstanceOf(Error)
  expect(await kept(reader)).toMatchObject({ attempts: 1, sentAt: null, failedAt: null })
  await sendPatiently(mail?.id as string)
  expect(await kept(reader)).toMatchObject({ attempts: 2, sentAt: expect.any(Date), lastError: null })
  const copies = taken(reader)
  expect(new Set(copies.map(({ messageId }) => messageId))).toEqual(new Set([`<${mail?.id}@gloed.test>`]))
  return { copies: copies.length }
}

const phases: SmtpPhase[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot']
/** Only a fault after the server received the whole mail can lead to a second delivery. */
const copiesAfter = (phase: SmtpPhase) => (phase === 'dot' ? 2 : 1)

describe.each(phases)('a mail server that, at %s,', phase => {
  it.each(['hang', 'die', 'drip', '451 later', '421 closing'] as const)(
    'does "%s" loses no mail, and duplicates only under the same Message-ID',
    async does => expect(await endure({ at: phase, does })).toEqual({ copies: copiesAfter(phase) }),
  )
})

it.each(['greeting', 'EHLO', 'MAIL'] as const)(
  'a refusal at %s concerns our configuration and is retried',
  async at => {
    expect(await endure({ at, does: '554 not from you' })).toEqual({ copies: 1 })
  },
)

it.each(['RCPT', 'DATA', 'dot'] as const)(
  'a refusal of the mail at %s is permanent and recorded',
  async at => {
    rude.next.push({ at, does: '550 no such mailbox' })
    const reader = await keep()
    await until(async () => expect((await kept(reader))?.failedAt).not.toBeNull())
    const mail = await kept(reader)
    expect(mail).toMatchObject({ attempts: 1, sentAt: null, lastError: expect.stringContaining('550') })
    expect(errors).toContainEqual(expect.objectContaining({ mailId: mail?.id, msg: 'a mail was given up' }))
    expect(JSON.stringify(errors)).not.toContain(reader)
    const found = await findDiscrepancies(database.db, new Date())
    expect(found).toContainEqual({ check: 'mails.failed', subject: mail?.id, detail: 'given up: order-paid' })
    const { rows } = (await database.db.execute(
      `select state from pgboss.job where name = 'mail' and data->>'mailId' = '${mail?.id}'`,
    )) as { rows: object[] }
    expect(rows).toEqual([{ state: 'completed' }])
  },
)

it('a mail is given up after a week of failures', async () => {
  rude.next.push({ at: 'RCPT', does: '450 mailbox full' }, { at: 'RCPT', does: '450 mailbox full' })
  const reader = await keep()
  await until(async () => expect((await kept(reader))?.lastError).toContain('450'))
  expect(await kept(reader)).toMatchObject({ failedAt: null })
  clock += 8 * 24 * 3_600_000
  await until(async () => expect((await kept(reader))?.failedAt).not.toBeNull())
  clock -= 8 * 24 * 3_600_000
})

it('a mail server that hangs delays no other work and leaves no connection open', async () => {
  // Each attempt hangs until the other work is done.
  rude.next.push(...Array.from({ length: 1000 }, () => ({ at: 'greeting', does: 'drip' }) as const))
  const readers = await Promise.all(Array.from({ length: 10 }, keep))
  await database.db.transaction(async tx => {
    for (let nr = 1; nr <= 5; nr += 1) await jobs.send(tx, ticks, { nr })
  })
  await until(() => expect(new Set(ticked)).toEqual(new Set([1, 2, 3, 4, 5])))
  for (const reader of readers) expect((await kept(reader))?.sentAt).toBeNull()
  rude.next.length = 0
  await until(async () => {
    for (const reader of readers) expect((await kept(reader))?.sentAt).not.toBeNull()
  })
  await until(() => expect(rude.open()).toBe(0))
})

it.each([
  ['smtp://user:password@mail.example.com:587', true],
  ['smtp://8.8.8.8', true],
  ['smtp://127.0.0.1:25', false],
  ['smtp://10.0.0.2', false],
  ['smtp://mailpit:1025', false],
  ['smtp://localhost', false],
])('a mail to %s needs TLS: %s', (server, needed) => expect(isOnTheInternet(server)).toBe(needed))

it('a mail is not sent in the clear to a server that offers no TLS where it is needed', async () => {
  const transport = smtpTransport(`${rude.url}?requireTLS=true`, 'post@gloed.test')
  const mail = {
    to: 'kanarie@gloed.test',
    messageId: '<kanarie@gloed.test>',
    subject: 'x',
    html: 'x',
    text: 'x',
  }
  await expect(transport.send({ ...mail, attachments: [] })).rejects.toThrow(/STARTTLS|TLS/)
})
