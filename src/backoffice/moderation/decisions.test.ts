import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addReportedReview,
  addShownReview,
  caseToken,
  expectMails,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { appealDecision } from '../../people/contentReports/contract.ts'
import { decideContentCase, readContentCase } from './contract.ts'

/** Decisions of several admins, several cases of one content, and the mails to the parties. */
let shop: TestShop
let admin: TestUser
const clock = Date.parse('2026-11-16T09:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Dit beledigt iemand.' }
const decide = (by: TestUser, { id: caseId, version }: { id: string; version: number }, decision: string) =>
  by.call(decideContentCase, { caseId, version, decision, ...statement })
const reportedReview = () => addReportedReview(shop)

describe('two cases of the same content', () => {
  let colleague: TestUser
  beforeAll(async () => void (colleague = await shop.newUser('ADMIN')))
  const decideNewest = async (caseId: string, by: TestUser, decision: string) => {
    const { version } = (await admin.call(readContentCase, { caseId })).body
    expect((await decide(by, { id: caseId, version }, decision)).status).toBe(201)
  }
  const appealAs = async (caseId: string, party: 'REPORTER' | 'OWNER') => {
    const token = await caseToken(shop, caseId, party)
    expect((await shop.newClient().call(appealDecision, { token, text: 'Nee.' })).status).toBe(201)
  }

  it('do not put back content that the other one took away for good', async () => {
    const { reviewId, reviewsShown } = await reportedReview()
    const { id: kept } = await newestCase(shop, admin)
    await decideNewest(kept, admin, 'KEEP')
    await sendReport(shop.newClient(), visitorReport(reviewId))
    const { id: removed } = await newestCase(shop, admin)
    await decideNewest(removed, admin, 'REMOVE')
    await appealAs(kept, 'REPORTER')
    await decideNewest(kept, colleague, 'REMOVE')
    await appealAs(removed, 'OWNER')
    await decideNewest(removed, colleague, 'KEEP')
    expect(await reviewsShown()).toBe(0)
  })

  it('put it back once neither says that it goes, whichever took it away', async () => {
    const { reviewId, reviewsShown } = await reportedReview()
    const { id: first } = await newestCase(shop, admin)
    await decideNewest(first, admin, 'KEEP')
    await sendReport(shop.newClient(), visitorReport(reviewId))
    const { id: second } = await newestCase(shop, admin)
    await decideNewest(second, admin, 'REMOVE')
    await appealAs(second, 'OWNER')
    await decideNewest(second, colleague, 'KEEP')
    expect(await reviewsShown()).toBe(1)
  })
})

describe('an admin', () => {
  it('decides neither on own content nor on an own report, while there is another', async () => {
    await db().update(users).set({ role: 'USER' }).where(ne(users.id, admin.user.id))
    const colleague = await shop.newUser('ADMIN')
    const owned = await addShownReview(shop, colleague)
    await sendReport(shop.newClient(), visitorReport(owned.reviewId))
    const reported = await addShownReview(shop, await shop.newUser())
    const ofOwner = await newestCase(shop, admin)
    await sendReport(colleague, visitorReport(reported.reviewId, { name: '', email: '' }))
    const ofReporter = await newestCase(shop, admin)
    for (const found of [ofOwner, ofReporter]) {
      expect(found.needsAnotherAdmin).toBe(false)
      const { body } = await colleague.call(readContentCase, { caseId: found.id })
      expect(body.needsAnotherAdmin).toBe(true)
      expect(await decide(colleague, found, 'KEEP')).toMatchObject({ status: 409 })
    }
    // A suspended one decides nothing.
    await db()
      .update(users)
      .set({ suspendedAt: new Date(clock) })
      .where(eq(users.id, admin.user.id))
    expect((await decide(colleague, ofOwner, 'KEEP')).status).toBe(201)
    await db().update(users).set({ suspendedAt: null }).where(eq(users.id, admin.user.id))
    expect((await decide(admin, ofReporter, 'KEEP')).status).toBe(201)
    await db().update(users).set({ role: 'USER' }).where(eq(users.id, colleague.user.id))
  })
})

it('nobody is mailed whose account was erased', async () => {
  const { author, report } = await reportedReview()
  const reporter = await shop.newUser()
  await sendReport(reporter, { ...report, name: '', email: '' })
  const found = await newestCase(shop, admin)
  for (const { user } of [author, reporter])
    await db()
      .update(users)
      .set({
        deleteAfter: new Date(clock),
        erasedAt: new Date(clock),
        email: `verwijderd-${user.id}@gloed.invalid`,
      })
      .where(eq(users.id, user.id))
  expect((await decide(admin, found, 'REMOVE')).status).toBe(201)
  await expectMails(() => mailsTo(shop, report.email), 'content-report-decided', 1)
  for (const { user } of [author, reporter])
    expect(await mailsTo(shop, `verwijderd-${user.id}@gloed.invalid`)).toEqual([])
})
