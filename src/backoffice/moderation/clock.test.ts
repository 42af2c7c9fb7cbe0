import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addShownReview,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { notifyDeadlines } from '../../people/contentReports/deadlines.service.ts'
import { clearOldCases } from '../../people/contentReports/retention.service.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import {
  decideContentCase,
  downloadTransparencyReport,
  readContentCase,
  readTransparencyReport,
} from './contract.ts'

let shop: TestShop
let admin: TestUser
let clock = Date.parse('2026-11-16T09:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** A review that a visitor reported. */
async function reportedReview() {
  const { reviewId } = await addShownReview(shop, await shop.newUser())
  const report = visitorReport(reviewId)
  await sendReport(shop.newClient(), report)
  return { report }
}
const decideNewest = async (decision: string) => {
  const { id: caseId, version } = await newestCase(shop, admin)
  const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Dit beledigt iemand.' }
  return admin.call(decideContentCase, { caseId, version, decision, ...statement })
}

it('admins hear of a case that is due, and of one that is late, once', async () => {
  await reportedReview()
  const found = await newestCase(shop, admin)
  const told = async () =>
    (await admin.call(listNotifications)).body
      .filter(({ path, type }) => path.endsWith(found.id) && type !== 'CONTENT_REPORTED')
      .map(({ type }) => type)
      .toSorted()
  const before = clock
  await notifyDeadlines(shop.node.platform)
  expect(await told()).toEqual([])
  clock = Date.parse(found.dueAt ?? '') - 3_600_000
  await notifyDeadlines(shop.node.platform)
  await notifyDeadlines(shop.node.platform)
  expect(await told()).toEqual(['CONTENT_REPORT_DUE'])
  clock += 3_600_000
  await notifyDeadlines(shop.node.platform)
  expect(await told()).toEqual(['CONTENT_REPORT_DUE', 'CONTENT_REPORT_LATE'])
  clock = before
})

it('gives the numbers of a year, as a table and as CSV', async () => {
  clock += 3 * 3_600_000
  await decideNewest('KEEP')
  await reportedReview()
  const { body } = await admin.call(readTransparencyReport, { year: 2026 })
  const total = body.at(-1)
  expect(total).toMatchObject({ reason: null })
  expect(body.slice(0, -1).reduce((sum, { reports }) => sum + reports, 0)).toBe(total?.reports)
  expect(total).toMatchObject({ reports: 2, kept: 1, waiting: 1, medianHours: 3 })
  expect((await admin.call(readTransparencyReport, { year: 2030 })).body).toEqual([])
  const answer = await admin.request('GET', `${downloadTransparencyReport.path}?year=2026`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(String(answer.body)).toContain('"Totaal"')
})

it('deletes texts and their authors when they need not be kept any more, and keeps the numbers', async () => {
  const { report } = await reportedReview()
  const found = await newestCase(shop, admin)
  await decideNewest('KEEP')
  const before = clock
  clock = Date.parse('2028-11-20T09:00:00Z')
  await clearOldCases(shop.node.platform)
  expect((await admin.call(readContentCase, { caseId: found.id })).body.allReports).toHaveLength(1)
  clock = Date.parse('2028-12-20T09:00:00Z')
  const numbers = async () => (await admin.call(readTransparencyReport, { year: 2026 })).body.at(-1)?.reports
  const counted = await numbers()
  await clearOldCases(shop.node.platform)
  expect((await admin.call(readContentCase, { caseId: found.id })).body).toMatchObject({
    owner: null,
    allReports: [{ text: '', reporter: null, evidence: [] }],
    decisions: [{ reasons: '' }],
  })
  expect(await mailsTo(shop, report.email)).toEqual([])
  expect(await numbers()).toBe(counted)
  clock = before
})
