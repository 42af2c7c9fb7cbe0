import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addPayee, createTestLedger, type TestLedger } from '../../../tests/support/testLedger.ts'
import { ibans } from '../../../tests/support/payeeDetails.ts'
import { users } from '../../people/accounts/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { payees } from '../payees/table.ts'
import { changeSettings, readSettings } from '../settings/admin/contract.ts'
import * as endpoints from './admin/contract.ts'
import { eraseOldPayouts } from './erase.service.ts'
import { endToEndIdOf } from './rules.ts'
import { createPayoutRun, createWeeklyRun, filePayoutRun, findCandidates, returnByHand } from './service.ts'
import { settleStatement } from './statement.service.ts'
import { payoutRuns, payouts } from './table.ts'

let shop: TestShop
let admin: TestUser
let ledger: TestLedger
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
beforeEach(async () => {
  await db().delete(payouts)
  await db().delete(payoutRuns)
  await db().delete(payees)
  if (ledger) await ledger.drop()
  ledger = createTestLedger(platform())
  await change({ payoutIban: ibans[1], payoutMinimum: 0, payoutRhythm: 'BY_HAND' })
})
afterAll(async () => {
  await ledger.drop()
  await shop.close()
})

const platform = () => shop.node.platform
const db = () => platform().db
async function change(changes: object) {
  const { settings, version } = (await admin.call(readSettings)).body
  return admin.call(changeSettings, { ...settings, ...changes, version })
}
const add = (cents: number, more: object = {}) =>
  addPayee(shop, ledger, { by: admin.user.id, cents, ...more })
const makeRun = (by: string | null = admin.user.id) => createPayoutRun(platform(), ledger, by)
const file = (runId: string) => filePayoutRun(platform(), admin.user.id, runId)
const rowsOf = (creatorId: string) =>
  db().select().from(payouts).where(eq(payouts.creatorId, creatorId)).orderBy(payouts.id)
const stateOf = async (creatorId: string) => (await rowsOf(creatorId)).map(({ state }) => state)

/** A statement with the given movements. */
const statement = (...entries: [id: string, cents: number, returned?: string][]) =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries
      .map(
        ([id, cents, reason]) =>
          `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${reason ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-08</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
  )
const settle = (xml: Buffer) => settleStatement(platform(), ledger, admin.user.id, xml)

/** Of one creator, in a file. */
async function filed(cents = 5000) {
  const creatorId = await add(cents)
  const runId = await makeRun()
  const xml = await file(runId)
  const [payout] = await rowsOf(creatorId)
  return { creatorId, runId, xml, id: payout?.id as string, reference: payout?.endToEndId as string }
}

describe('a run', () => {
  it('reserves what is payable, to the cent, and books it', async () => {
    const [one, other] = [await add(12_345), await add(7)]
    await makeRun()
    expect([await ledger.balanceOf(one), await ledger.balanceOf(other)]).toEqual([0, 0])
    expect(await rowsOf(one)).toMatchObject([{ cents: 12_345, state: 'RESERVED' }])
    expect((await rowsOf(one))[0]?.endToEndId).toBe(endToEndIdOf((await rowsOf(one))[0]?.id as string))
  })

  it('leaves out whom it can’t pay, with the reason, and books nothing of them', async () => {
    const paid = await add(100)
    const waiting = {
      [await add(100, { usableAt: new Date(Date.now() + 3_600_000) })]: 'IBAN_WAITS',
      [await add(100, { nameCheck: 'NO' })]: 'NAME_REFUSED',
      [await add(100, { nameCheck: null })]: 'NAME_UNCHECKED',
    }
    const suspended = await add(100)
    ledger.suspended.add(suspended)
    const nameless = (await shop.newUser('MODEL')).user.id
    await ledger.earn(nameless, 100)
    const withheld = (await shop.newUser('MODEL')).user.id
    await ledger.earn(withheld, 100, new Date(Date.now() - 61 * 86_400_000))
    const all = {
      ...waiting,
      [suspended]: 'SUSPENDED',
      [nameless]: 'NO_DETAILS',
      [withheld]: 'WITHHELD',
      [paid]: null,
    }
    const found = await db().transaction(tx => findCandidates(tx, platform(), ledger, false))
    expect(Object.fromEntries(found.map(({ creatorId, refusal }) => [creatorId, refusal]))).toEqual(all)
    await makeRun()
    expect((await db().select().from(payouts)).map(({ creatorId }) => creatorId)).toEqual([paid])
    expect(await ledger.balanceOf(suspended)).toBe(100)
  })

  it('pays from the minimum, and no earning before its day', async () => {
    await change({ payoutMinimum: 1000 })
    const [enough, less, early] = [await add(1000), await add(999), await add(999)]
    await ledger.earn(early, 500, new Date(Date.now() + 60_000))
    await makeRun()
    expect([await stateOf(enough), await stateOf(less), await stateOf(early)]).toEqual([['RESERVED'], [], []])
  })

  it('is refused without an account, without anybody to pay, and while another waits for its file', async () => {
    await expect(makeRun()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await db().$count(payoutRuns)).toBe(0)
    await add(100)
    await change({ payoutIban: '' })
    await expect(makeRun()).rejects.toMatchObject({ code: 'CONFLICT' })
    await change({ payoutIban: ibans[1] })
    await makeRun()
    await add(100)
    await expect(makeRun()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('gives a creator one live payout, and what she earns meanwhile waits', async () => {
    const { creatorId } = await filed()
    await ledger.earn(creatorId, 300)
    await expect(makeRun()).rejects.toMatchObject({ code: 'CONFLICT' })
    await settle(statement([(await rowsOf(creatorId))[0]?.endToEndId as string, 5000]))
    await makeRun()
    expect((await rowsOf(creatorId)).map(({ cents, state }) => [cents, state])).toEqual([
      [5000, 'PAID'],
      [300, 'RESERVED'],
    ])
  })

  it('is made by the weekly job where the shop pays each week, and admins are told', async () => {
    await add(100)
    await createWeeklyRun(platform(), ledger)
    expect(await db().$count(payoutRuns)).toBe(0)
    await change({ payoutRhythm: 'WEEKLY' })
    await createWeeklyRun(platform(), ledger)
    await createWeeklyRun(platform(), ledger)
    expect(await db().$count(payoutRuns)).toBe(1)
    const isTold = eq(notifications.kind, 'PAYOUTS_READY')
    expect(await db().$count(notifications, isTold)).toBe(1)
  })
})

describe('the file of a run', () => {
  it('is marked before it is given, and has the same bytes each time', async () => {
    const { runId, xml, creatorId } = await filed()
    expect(await stateOf(creatorId)).toEqual(['FILED'])
    expect(await file(runId)).toBe(xml)
  })

  it('stays as it was when her details, the shop’s account and its name change', async () => {
    const { runId, xml, creatorId } = await filed()
    await change({ payoutIban: ibans[2], shopName: 'Vonk' })
    await db().delete(payees).where(eq(payees.userId, creatorId))
    expect(await file(runId)).toBe(xml)
    await change({ shopName: 'Gloed' })
  })

  it('stays as it was after a payment came back', async () => {
    const { runId, xml, id } = await filed()
    await returnByHand(platform(), ledger, admin.user.id, { payoutId: id, reason: 'Rekening gesloten' })
    expect(await file(runId)).toBe(xml)
  })

  it('leaves out a payout that was taken back before it was made', async () => {
    const [one, other] = [await add(100), await add(200)]
    const runId = await makeRun()
    const [payout] = await rowsOf(one)
    await returnByHand(platform(), ledger, admin.user.id, {
      payoutId: payout?.id as string,
      reason: 'Nog niet',
    })
    const xml = await file(runId)
    expect(xml).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>2.00</CtrlSum>')
    expect([await stateOf(one), await stateOf(other)]).toEqual([['RETURNED'], ['FILED']])
    expect(await file(runId)).toBe(xml)
  })

  it('of a run whose payouts were all taken back is refused, and the next run can be made', async () => {
    const creatorId = await add(100)
    const runId = await makeRun()
    const [payout] = await rowsOf(creatorId)
    await returnByHand(platform(), ledger, admin.user.id, {
      payoutId: payout?.id as string,
      reason: 'Nog niet',
    })
    await expect(file(runId)).rejects.toMatchObject({ code: 'CONFLICT' })
    await makeRun()
    const references = (await rowsOf(creatorId)).map(({ endToEndId }) => endToEndId)
    expect(new Set(references).size).toBe(2)
  })
})

describe('a bank statement', () => {
  it('pays, and again changes nothing', async () => {
    const { creatorId, reference } = await filed()
    const xml = statement([reference, 5000])
    expect(await settle(xml)).toEqual({ paid: 1, returned: 0, known: 0, unknown: [] })
    expect(await settle(xml)).toEqual({ paid: 0, returned: 0, known: 1, unknown: [] })
    expect(await stateOf(creatorId)).toEqual(['PAID'])
    expect(await ledger.bookings(creatorId)).toEqual([{ kind: 'PAID_OUT', cents: -5000 }])
  })

  it('gives back what came back, once, also in the statement of the payment', async () => {
    const { creatorId, reference } = await filed()
    const xml = statement([reference, 5000, 'AC04'], [reference, 5000])
    expect(await settle(xml)).toMatchObject({ paid: 1, returned: 1 })
    expect(await settle(xml)).toMatchObject({ paid: 0, returned: 0, known: 2 })
    expect(await rowsOf(creatorId)).toMatchObject([{ state: 'RETURNED', returnReason: 'AC04' }])
    expect(await ledger.balanceOf(creatorId)).toBe(5000)
    await makeRun()
    expect(await stateOf(creatorId)).toEqual(['RETURNED', 'RESERVED'])
  })

  it('lists what it does not know, and another amount', async () => {
    const { creatorId, reference } = await filed()
    const result = await settle(statement([reference, 4999], ['U1', 100], ['NOTPROVIDED', 5]))
    expect(result.unknown.map(({ endToEndId, cents }) => [endToEndId, cents])).toEqual([
      [reference, 4999],
      ['U1', 100],
      ['NOTPROVIDED', 5],
    ])
    expect(await stateOf(creatorId)).toEqual(['FILED'])
  })

  it('does not pay what is in no file yet', async () => {
    const creatorId = await add(100)
    await makeRun()
    const [payout] = await rowsOf(creatorId)
    expect(await settle(statement([payout?.endToEndId as string, 100]))).toMatchObject({ paid: 0 })
    expect(await stateOf(creatorId)).toEqual(['RESERVED'])
  })

  it('pays a whole run that was booked as one', async () => {
    const [one, other] = [await add(100), await add(250)]
    const runId = await makeRun()
    await file(runId)
    const batch = (cents: number) =>
      Buffer.from(
        statement(['x', cents])
          .toString()
          .replace(
            /<NtryDtls>.*<\/NtryDtls>/,
            `<NtryDtls><Btch><PmtInfId>${runId.replaceAll('-', '')}</PmtInfId></Btch></NtryDtls>`,
          ),
      )
    expect(await settle(batch(349))).toMatchObject({ paid: 0, unknown: [{ cents: 349 }] })
    expect(await settle(batch(350))).toMatchObject({ paid: 2, unknown: [] })
    expect([await stateOf(one), await stateOf(other)]).toEqual([['PAID'], ['PAID']])
  })
})

describe('over HTTP', () => {
  it('an admin gets the file, returns a payment, and uploads a statement', async () => {
    const { creatorId, runId, xml, id } = await filed()
    expect((await admin.call(endpoints.filePayoutRun, { runId })).body.xml).toBe(xml)
    const returned = await admin.call(endpoints.returnPayout, { payoutId: id, reason: 'Rekening gesloten' })
    expect(returned).toMatchObject({
      status: 200,
      body: { hasAccount: true, runs: [{ payouts: [{ creatorId, state: 'RETURNED' }] }] },
    })
    expect((await admin.call(endpoints.returnPayout, { payoutId: id, reason: 'Nog eens' })).status).toBe(409)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(statement(['U1', 100]))]), 'afschrift.xml')
    const read = await admin.request('POST', '/api/admin/payout-statements', form)
    expect(read).toMatchObject({ status: 200, body: { paid: 0, unknown: [{ cents: 100 }] } })
    const wrong = new FormData()
    wrong.append('file', new Blob(['geen afschrift']), 'afschrift.xml')
    expect(await admin.request('POST', '/api/admin/payout-statements', wrong)).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringContaining('camt.053') } },
    })
    const large = new FormData()
    large.append('file', new Blob([new Uint8Array(endpoints.MAX_STATEMENT_BYTES + 1)]), 'afschrift.xml')
    expect((await admin.request('POST', '/api/admin/payout-statements', large)).status).toBe(413)
    // The returned money can be paid again, once.
    expect((await admin.call(endpoints.makePayoutRun)).status).toBe(201)
    expect((await admin.call(endpoints.makePayoutRun)).status).toBe(409)
  })

  it('a wrong account to pay from is refused in the settings', async () => {
    expect(await change({ payoutIban: 'NL91ABNA0417164301' })).toMatchObject({
      status: 400,
      body: { fields: { payoutIban: expect.stringContaining('IBAN') } },
    })
  })
})

it('a closed account keeps the papers of payouts for as long as the law says, and no others', async () => {
  const { creatorId } = await filed()
  const never = await add(100)
  ledger.suspended.add(never)
  const erasedAt = new Date()
  for (const id of [creatorId, never])
    await db().update(users).set({ deleteAfter: erasedAt, erasedAt }).where(eq(users.id, id))
  const kept = async () => (await db().select().from(payees)).map(({ userId }) => userId)
  await eraseOldPayouts(db(), new Date(Date.now() - 1000 * 86_400_000))
  expect(await kept()).toEqual([creatorId])
  await eraseOldPayouts(db(), new Date(Date.now() + 1000))
  expect(await kept()).toEqual([])
  expect(await rowsOf(creatorId)).toMatchObject([{ encrypted: null, keyId: null, cents: 5000 }])
})
