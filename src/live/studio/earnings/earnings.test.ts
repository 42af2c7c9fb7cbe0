import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { addLot } from '../../../../tests/support/earnings.ts'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { addGiftToList, startGiftPurchase } from '../../../../tests/support/gifts.ts'
import { pdfText } from '../../../../tests/support/pdfText.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { compareStatements, parseStatement } from '../../../money/earnings/statementFile.service.ts'
import { stopControl } from '../../sessions/contract.ts'
import {
  downloadEarningStatement,
  downloadEarningStatementPdf,
  readEarnings,
  readSessionReceipt,
} from './contract.ts'
import { renderWeekStatement } from './service.ts'

const DAY_MS = 86_400_000
const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '30' })

const read = async (page?: number) => {
  const { status, body } = await control.creator.call(readEarnings, page === undefined ? {} : { page })
  expect(status).toBe(200)
  return body
}
const statementOf = async (week: string) => {
  const path = `/api/studio/earnings/statement.csv?week=${week}`
  const { status, body } = await control.creator.request('GET', path)
  expect(status).toBe(200)
  return parseStatement(parse(String(body).replace('\ufeff', ''), { delimiter: ';' }))
}

describe("a creator's earnings", () => {
  it('are nothing before the first minute, with the shares that apply', async () => {
    expect(await read()).toMatchObject({
      balanceCents: 0,
      payableCents: 0,
      lines: [],
      total: 0,
      finalDays: { IDEAL: 0, BANCONTACT: 0, DEBIT: 56, CARD: 120 },
      shares: [
        { source: 'MINUTES', basisPoints: 6000, deductsFee: false, freeMinuteCents: 83 },
        { source: 'GIFTS', basisPoints: 8000, deductsFee: false, freeMinuteCents: 83 },
      ],
    })
  })

  it('of a metered minute are there at once, without a name, and with a receipt and statement', async () => {
    const player = await control.newCustomer(0)
    const finalAt = new Date(Date.now() + 3 * DAY_MS)
    await addLot(control.shop, player.userId, { minutes: 5, value: 1000, vat: 174, fee: 32, finalAt })
    expect((await control.start(player, control.toyIds[0])).status).toBe(201)
    await control.hold(player, 30)
    await control.hold(player, 60)
    const [live] = (await read()).lines
    expect(live).toMatchObject({ minutes: 1, grossCents: 200, cents: 100, endedBy: null, endedAt: null })
    await control.hold(player, 8)
    await player.call(stopControl)
    const earnings = await read()
    expect(earnings).toMatchObject({
      balanceCents: 199,
      payableCents: 0,
      total: 1,
      upcoming: [{ cents: 199 }],
      lines: [
        {
          source: 'MINUTES',
          minutes: 2,
          grossCents: 400,
          baseCents: 331,
          basisPoints: 6000,
          cents: 199,
          takenBackCents: 0,
          endedBy: 'USER',
          payableAt: finalAt.toISOString(),
        },
      ],
    })
    const { id: sessionId = '' } = earnings.lines[0] ?? {}
    const receipt = await control.creator.call(readSessionReceipt, { sessionId })
    expect(receipt.body).toEqual(earnings.lines[0])
    expect(JSON.stringify(receipt.body)).not.toContain(player.userId)
    const other = await control.shop.newUser('MODEL')
    expect((await other.call(readSessionReceipt, { sessionId })).status).toBe(404)
    expect((await other.call(readEarnings)).body).toMatchObject({ balanceCents: 0, total: 0 })
    const found = await findDiscrepancies(control.db(), new Date(0))
    expect(found.filter(({ check }) => check.startsWith('earnings.'))).toEqual([])
  })

  it('of a gift are on the second page after twenty newer ones, and statements of weeks are one chain', async () => {
    const admin = await control.shop.newUser('ADMIN')
    const buyer = await control.shop.newUser()
    for (const _ of Array.from({ length: 20 })) {
      const { id } = await addGiftToList(admin, control.creator.user.id)
      const { paymentUrl } = await startGiftPurchase(control.shop, buyer, id)
      await buyer.request('GET', await completePayment(paymentUrl, 'paid'))
    }
    const [one, two] = [await read(), await read(2)]
    expect([one.total, one.lines.length, two.lines.length]).toEqual([21, 20, 1])
    expect([...one.lines, ...two.lines]).toContainEqual(
      expect.objectContaining({
        source: 'GIFTS',
        name: 'Zijden kimono',
        minutes: 0,
        grossCents: 2500,
        cents: 1653,
      }),
    )
    // 20 November is in the first of these weeks.
    const [week, next] = [await statementOf('2026-11-20'), await statementOf('2026-11-23')]
    expect([week.from.sequence, week.entries.length, next.entries.length]).toEqual([0, 22, 0])
    expect(compareStatements(week, next, [])).toBeNull()
    expect((await control.creator.call(downloadEarningStatement, { week: 'x' })).status).toBe(400)
    const sent = await control.creator.call(downloadEarningStatementPdf, { week: '2026-11-20' })
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { platform } = control.shop.node
    const pdf = await pdfText(
      (await renderWeekStatement(platform, control.creator.user.id, '2026-11-20')).content,
    )
    expect(pdf).toContain('van 16 november 2026 tot en met 22 november 2026')
    expect(pdf).toContain(week.entries.at(-1)?.hash)
  })
})
