import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import {
  caseToken,
  expectMails,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { addGiftToList, findListedGift, startGiftPurchase } from '../../../tests/support/gifts.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { listReceivedGifts } from '../../live/gifts/contract.ts'
import { giftPurchases } from '../../live/gifts/table.ts'
import { listToys, readControlSession } from '../../live/sessions/contract.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { changeToy } from '../../live/studio/contract.ts'
import { blockUser } from '../../live/blocks/contract.ts'
import { appealDecision, openReport } from '../../people/contentReports/contract.ts'
import { decideContentCase } from './contract.ts'

const control = controlFixture()
const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Dit hoort hier niet.' }

async function decide(by: TestUser, decision: string, more: object = statement): Promise<number> {
  const { id: caseId, version } = await newestCase(control.shop, by)
  return (await by.call(decideContentCase, { caseId, version, decision, ...more })).status
}
const newAdmin = () => control.shop.newUser('ADMIN')
/** The appeal of the owner of the content. */
const appeal = async (caseId: string) => {
  const token = await caseToken(control.shop, caseId, 'OWNER')
  expect(
    (await control.shop.newClient().call(appealDecision, { token, text: 'Dit klopt niet.' })).status,
  ).toBe(201)
}
/** Nobody who can't see it can report it. */
async function expectUnknownTo(report: object, ...people: Parameters<typeof sendReport>[0][]) {
  for (const one of people) expect((await sendReport(one, report)).status).toBe(404)
}

describe('a toy', () => {
  it('is reported by a user who may see it, switched off while someone plays it, and given back by an appeal', async () => {
    const { customer, toyId } = await control.inControl()
    const [reporter, admin] = [await control.shop.newUser(), await newAdmin()]
    const shown = async () => (await reporter.call(listToys)).body.some(({ id }) => id === toyId)
    const report = visitorReport(toyId, { kind: 'TOY' })
    const blocked = await control.shop.newUser()
    await control.creator.call(blockUser, { userId: blocked.user.id })
    await expectUnknownTo(report, control.shop.newClient(), blocked)
    expect((await sendReport(reporter, report)).status).toBe(201)
    const found = await newestCase(control.shop, admin)
    expect(found).toMatchObject({ owner: { id: control.creator.user.id }, path: '/admin/devices' })
    expect(found.allReports[0]?.evidence.map(({ label }) => label)).toEqual(['Naam', 'Model', 'Creator'])
    expect(await shown()).toBe(true)

    expect(await decide(admin, 'REMOVE')).toBe(201)
    expect(await shown()).toBe(false)
    await vi.waitFor(
      async () =>
        expect((await customer.call(readControlSession)).body).toMatchObject({
          status: 'STOPPED',
          stoppedBy: 'ADMIN',
        }),
      10_000,
    )
    await control.simulator.untilLevel(toyId, 0)
    await appeal(found.id)
    expect(await decide(await newAdmin(), 'KEEP')).toBe(201)
    // Back on the air it goes by its creator's own act.
    expect(await shown()).toBe(false)
    await control.creator.call(changeToy, { toyId, onAir: true })
    expect(await shown()).toBe(true)
  })
})

describe('a live session', () => {
  it('is reported by either side about the other, who is not told by whom', async () => {
    const { customer, toyId } = await control.inControl()
    const admin = await newAdmin()
    const [session] = await control
      .db()
      .select()
      .from(toyControlSessions)
      .where(eq(toyControlSessions.userId, customer.userId))
    const report = visitorReport(session!.id, { kind: 'SESSION', text: 'Hield zich niet aan de afspraak.' })
    await expectUnknownTo(report, control.shop.newClient(), await control.shop.newUser(), admin)
    for (const [reporter, ownerId, ownersLabel] of [
      [customer, control.creator.user.id, 'Klant'],
      [control.creator, customer.userId, 'Creator'],
    ] as const) {
      expect((await sendReport(reporter, report)).status).toBe(201)
      const found = await newestCase(control.shop, admin)
      expect(found).toMatchObject({ owner: { id: ownerId }, path: null })
      const labels = found.allReports[0]?.evidence.map(({ label }) => label)
      expect(labels).toEqual(['Begonnen', 'Geëindigd', 'Minuten', 'Toy', 'Creator', 'Klant'])
      // There is nothing to take away, so the account can be suspended or it stays.
      expect(await decide(admin, 'KEEP', { reasons: 'Dit mag.' })).toBe(201)
      const { body } = await control.shop
        .newClient()
        .call(openReport, { token: await caseToken(control.shop, found.id, 'OWNER') })
      expect(body.content.map(({ label }) => label)).not.toContain(ownersLabel)
    }
    expect((await customer.call(readControlSession)).body).toMatchObject({
      status: 'ACTIVE',
      toyDeviceId: toyId,
    })
  })
})

describe('a wish', () => {
  it('is reported by a user who sees it, taken off the list with a statement of reasons, and put back by an appeal', async () => {
    const [reporter, admin] = [await control.shop.newUser(), await newAdmin()]
    const creator = await control.shop.newUser('MODEL')
    const { id, name } = await addGiftToList(admin, creator.user.id, { name: 'Iets dat niet mag' })
    const report = visitorReport(id, { kind: 'GIFT', reason: 'ILLEGAL' })
    await expectUnknownTo(report, control.shop.newClient())
    expect((await sendReport(reporter, report)).status).toBe(201)
    const found = await newestCase(control.shop, admin)
    expect(found.allReports[0]?.evidence).toContainEqual({ label: 'Wens', text: name })
    expect(await decide(admin, 'REMOVE')).toBe(201)
    expect(await findListedGift(reporter, id)).toBeUndefined()
    await expectMails(() => mailsTo(control.shop, creator.user.email), 'statement-of-reasons', 1)
    await expectUnknownTo(report, await control.shop.newUser())
    await appeal(found.id)
    expect(await decide(await newAdmin(), 'KEEP')).toBe(201)
    expect(await findListedGift(reporter, id)).toMatchObject({ name })
  })
})

describe("a giver's name", () => {
  it('is reported by the creator alone, taken off the gift, and put back by an appeal', async () => {
    const [giver, admin] = [await control.shop.newUser(), await newAdmin()]
    const { id: giftId } = await addGiftToList(admin, control.creator.user.id)
    const { purchaseId, paymentUrl } = await startGiftPurchase(control.shop, giver, giftId)
    await giver.request('GET', await completePayment(paymentUrl, 'paid'))
    await control
      .db()
      .update(giftPurchases)
      .set({ buyerName: 'Scheldwoord' })
      .where(eq(giftPurchases.id, purchaseId))
    const nameShown = async () =>
      (await control.creator.call(listReceivedGifts)).body.find(({ id }) => id === purchaseId)?.buyerName
    expect(await nameShown()).toBe('Scheldwoord')
    const report = visitorReport(purchaseId, { kind: 'GIFT_PURCHASE' })
    await expectUnknownTo(report, control.shop.newClient(), giver, await control.shop.newUser('MODEL'))
    expect((await sendReport(control.creator, report)).status).toBe(201)
    const found = await newestCase(control.shop, admin)
    expect(found).toMatchObject({ owner: { id: giver.user.id }, path: '/admin/gifts' })
    expect(await decide(admin, 'REMOVE')).toBe(201)
    expect(await nameShown()).toBeNull()
    await expectUnknownTo(report, control.creator)
    await appeal(found.id)
    expect(await decide(await newAdmin(), 'KEEP')).toBe(201)
    expect(await nameShown()).toBe('Scheldwoord')
  })
})
