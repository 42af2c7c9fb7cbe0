import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../tests/support/shop.ts'
import { addPayee, createTestLedger, type TestLedger } from '../../../tests/support/testLedger.ts'
import { ibans, someDetails } from '../../../tests/support/payeeDetails.ts'
import { savePayee } from '../payees/service.ts'
import { changeSettings, readSettings } from '../settings/admin/contract.ts'
import { createPayoutRun, filePayoutRun, returnByHand } from './service.ts'
import { settleStatement } from './statement.service.ts'
import { payoutRuns, payouts } from './table.ts'

const CREATORS = 12
let shop: TestShop
let admin: TestUser
let ledger: TestLedger
let creators: string[]
beforeAll(async () => {
  shop = await openShopOnPostgres()
  admin = await shop.newUser('ADMIN')
  ledger = createTestLedger(shop.node.platform)
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, payoutIban: ibans[1], version })
  creators = []
  for (let index = 0; index < CREATORS; index += 1)
    creators.push(await addPayee(shop, ledger, { by: admin.user.id, cents: 1000 + index }))
})
afterAll(() => shop.close())

const platform = () => shop.node.platform
const db = () => platform().db
const makeRun = () => createPayoutRun(platform(), ledger, admin.user.id)
const made = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const statementOf = (rows: (typeof payouts.$inferSelect)[], reason = '') =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${rows
      .map(
        ({ endToEndId, cents }) =>
          `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${reason ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${reason && `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`}</TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
  )

it('of ten runs at once one is made, with one payout and one booking a creator', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, makeRun))
  expect(made(results)).toBe(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
  expect(await db().$count(payouts)).toBe(CREATORS)
  for (const [index, creatorId] of creators.entries())
    expect(await ledger.bookings(creatorId)).toEqual([{ kind: 'PAID_OUT', cents: -1000 - index }])
})

it('the file that ten admins ask for at once is the same, and filed once', async () => {
  const [run] = await db().select().from(payoutRuns)
  const ask = () => filePayoutRun(platform(), admin.user.id, run?.id as string)
  const files = await Promise.all(Array.from({ length: 10 }, ask))
  expect(new Set(files).size).toBe(1)
  const rows = await db().select().from(payouts)
  expect(new Set(rows.map(({ filedAt }) => filedAt?.getTime())).size).toBe(1)
})

it('a statement that is uploaded by several at once, with its returns, settles each payout once', async () => {
  const rows = await db().select().from(payouts).orderBy(payouts.id)
  const [first] = rows
  const settle = (xml: Buffer) => settleStatement(platform(), ledger, admin.user.id, xml)
  const [paid, returned] = [statementOf(rows), statementOf(rows.slice(0, 4), 'AC04')]
  const byHand = returnByHand(platform(), ledger, admin.user.id, {
    payoutId: first?.id as string,
    reason: 'Bank',
  })
  await Promise.allSettled([settle(paid), settle(returned), settle(paid), settle(returned), byHand])
  await settle(paid)
  const after = await db().select().from(payouts).orderBy(payouts.id)
  expect(after.map(({ state }) => state)).toEqual(rows.map((_, index) => (index < 4 ? 'RETURNED' : 'PAID')))
  for (const [index, { creatorId, cents }] of rows.entries())
    expect(await ledger.balanceOf(creatorId)).toBe(index < 4 ? cents : 0)
})

it('statements in opposite orders, beside a new run, end without a deadlock', async () => {
  for (let round = 0; round < 6; round += 1) {
    const rows: (typeof payouts.$inferSelect)[] = []
    for (let run = 0; run < 2; run += 1) {
      for (let index = 0; index < 4; index += 1)
        await addPayee(shop, ledger, { by: admin.user.id, cents: 100 + index })
      const runId = await makeRun()
      await filePayoutRun(platform(), admin.user.id, runId)
      rows.push(...(await db().select().from(payouts).where(eq(payouts.runId, runId))))
    }
    const settle = (of: typeof rows) =>
      settleStatement(platform(), ledger, admin.user.id, statementOf(of, 'AC04'))
    const returned = await Promise.all([settle(rows), settle(rows.toReversed()), makeRun().catch(() => null)])
    expect(returned[0].returned + returned[1].returned).toBe(rows.length)
    const [draft] = await db().select().from(payoutRuns).where(eq(payoutRuns.state, 'DRAFT'))
    if (draft) await filePayoutRun(platform(), admin.user.id, draft.id)
    const live = await db().select().from(payouts).where(eq(payouts.state, 'FILED'))
    await settleStatement(platform(), ledger, admin.user.id, statementOf(live))
    const rest = await makeRun().catch(() => null)
    if (rest) await filePayoutRun(platform(), admin.user.id, rest)
    await settleStatement(platform(), ledger, admin.user.id, statementOf(await db().select().from(payouts)))
  }
})

it('an IBAN that changes during a run is paid as it was, or waits', async () => {
  for (let round = 0; round < 8; round += 1) {
    const creatorId = await addPayee(shop, ledger, { by: admin.user.id, cents: 500 })
    const change = savePayee(platform(), ledger, creatorId, { ...someDetails, iban: ibans[2] })
    const [run] = await Promise.allSettled([makeRun(), change])
    const found = await db().select().from(payouts).where(eq(payouts.creatorId, creatorId))
    expect(await ledger.balanceOf(creatorId)).toBe(found.length === 1 ? 0 : 500)
    if (run.status === 'fulfilled') {
      const xml = await filePayoutRun(platform(), admin.user.id, run.value)
      if (found.length > 0) expect(xml).toContain(ibans[0])
      expect(xml).not.toContain(ibans[2])
      await settleStatement(platform(), ledger, admin.user.id, statementOf(await db().select().from(payouts)))
    }
  }
})
