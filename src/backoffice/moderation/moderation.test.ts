import { eq } from 'drizzle-orm'
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
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { listMessages, sendMessage } from '../../live/messages/contract.ts'
import { addContacts } from '../../live/messages/service.ts'
import { users } from '../../people/accounts/table.ts'
import { login } from '../../people/accounts/contract.ts'
import { appealDecision, openReport } from '../../people/contentReports/contract.ts'
import { contentReports } from '../../people/contentReports/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readPublicProfile } from '../../app/profile/contract.ts'
import { readProduct } from '../../shop/products/catalog/contract.ts'
import { decideContentCase, listContentCases, readContentCase } from './contract.ts'

let shop: TestShop
let admin: TestUser
let clock = Date.parse('2026-11-16T09:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Dit beledigt iemand.' }
type Decided = { id: string; version: number }
const decide = (by: TestUser, { id: caseId, version }: Decided, decision: string, more: object = {}) =>
  by.call(decideContentCase, { caseId, version, decision, ...statement, ...more })
const mailsOf = (email: string) => () => mailsTo(shop, email)

const reportedReview = () => addReportedReview(shop)

describe('a report', () => {
  it('of a visitor is confirmed, told to the admins, and kept with the text of the review', async () => {
    const { author, report, reference } = await reportedReview()
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const found = await newestCase(shop, admin)
    expect(found).toMatchObject({
      kind: 'REVIEW',
      status: 'OPEN',
      urgency: 3,
      dueAt: '2026-11-25T23:00:00.000Z',
      workingDaysLeft: 7,
      owner: { id: author.user.id, isSuspended: false },
      allReports: [
        { reference, reporter: { userId: null, name: 'Robin Maas', email: report.email }, text: report.text },
      ],
    })
    expect(found.allReports[0]?.evidence).toContainEqual({ label: 'Beoordeling', text: 'Zacht en stil.' })
    await expectMails(mailsOf(report.email), 'content-report-received', 1)
    expect((await admin.call(listNotifications)).body[0]).toMatchObject({
      type: 'CONTENT_REPORTED',
      path: `/admin/content-reports/${found.id}`,
    })
    const stored = await db().select().from(contentReports)
    expect(JSON.stringify(stored)).not.toContain('zilverreiger')
  })

  it('needs who, why and good faith; minors need no name', async () => {
    const { reviewId } = await addShownReview(shop, await shop.newUser())
    const send = (more: object) => sendReport(shop.newClient(), visitorReport(reviewId, more))
    expect(await send({ name: '', email: '', text: ' ', isGoodFaith: false, reason: 'X' })).toMatchObject({
      status: 400,
      body: {
        fields: {
          reason: 'Kies een reden.',
          text: 'Schrijf wat er mis mee is.',
          isGoodFaith: 'Bevestig dat je dit te goeder trouw meldt.',
        },
      },
    })
    expect((await send({ name: '', email: '' })).body).toMatchObject({
      fields: { name: 'Vul je naam in.', email: 'Vul je e-mailadres in.' },
    })
    expect((await send({ name: '', email: '', reason: 'MINOR' })).status).toBe(201)
    expect(await newestCase(shop, admin)).toMatchObject({ urgency: 1, allReports: [{ reporter: null }] })
    expect((await send({ contentId: '01890000-0000-7000-8000-000000000001' })).status).toBe(404)
    expect((await send({ contentId: 'geen-id' })).status).toBe(404)
  })

  it('of the same content is one case, as urgent as its worst, and one by each user', async () => {
    const { author, reviewId, report } = await reportedReview()
    const customer = await shop.newUser()
    const own = { ...report, name: '', email: '' }
    const [first, second] = [await sendReport(customer, own), await sendReport(customer, own)]
    expect(second.body).toEqual(first.body)
    expect(await newestCase(shop, admin)).toMatchObject({ reports: 2, urgency: 3, version: 2 })
    const before = await newestCase(shop, admin)
    const worse = { ...own, reason: 'MINOR', text: 'Er staat een kind op.' }
    expect((await sendReport(customer, worse)).body).toEqual(first.body)
    const found = await newestCase(shop, admin)
    expect(found).toMatchObject({ reports: 2, urgency: 1, version: 3 })
    expect(found.allReports[1]).toMatchObject({
      reason: 'MINOR',
      text: `${report.text}\n\n${worse.text}`,
      evidence: before.allReports[1]?.evidence,
    })
    expect((await decide(admin, before, 'KEEP')).status).toBe(409)
    const { body: heard } = await admin.call(listNotifications)
    expect(heard.filter(({ path }) => path.endsWith(found.id))).toHaveLength(2)
    // A report that is less urgent does not make the case less urgent.
    await sendReport(customer, { ...own, text: 'En het is reclame.' })
    expect((await newestCase(shop, admin)).allReports[1]).toMatchObject({
      reason: 'MINOR',
      text: `${report.text}\n\n${worse.text}\n\nEn het is reclame.`,
    })
    expect(JSON.stringify(await db().select().from(contentReports))).not.toContain('een kind op')
    expect(await sendReport(author, own)).toMatchObject({ status: 409 })
    expect((await sendReport(customer, { ...own, contentId: reviewId, website: 'x' })).status).toBe(201)
  })

  it('in the name of an address is not that of the person whose it is', async () => {
    const { report, reference } = await reportedReview()
    const { body } = await sendReport(shop.newClient(), { ...report, reason: 'MINOR', text: 'Een kind.' })
    expect(body.reference).not.toBe(reference)
    expect(await newestCase(shop, admin)).toMatchObject({
      reports: 2,
      urgency: 1,
      allReports: [{ reference }, { reference: body.reference, reason: 'MINOR', text: 'Een kind.' }],
    })
  })

  it('is decided in order: people, the law, the rest, then by the clock', async () => {
    const { body } = await admin.call(listContentCases, { status: 'WAITING', pageSize: 100 })
    const order = body.items.map(({ urgency, dueAt }) => `${urgency} ${dueAt}`)
    expect(order.length).toBeGreaterThan(2)
    expect(order).toEqual(order.toSorted())
  })
})

describe('a decision', () => {
  it('takes a review away with its rating, and tells both without naming the other', async () => {
    const { author, productId, report, reviewsShown } = await reportedReview()
    const found = await newestCase(shop, admin)
    expect(await reviewsShown()).toBe(1)
    expect((await decide(admin, found, 'REMOVE', { rule: '' })).body).toMatchObject({
      fields: { rule: 'Noem de wet of het artikel van de voorwaarden.' },
    })
    const { status, body } = await decide(admin, found, 'REMOVE')
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'DECIDED', decision: 'REMOVE', dueAt: null })
    expect(await reviewsShown()).toBe(0)
    expect((await shop.newClient().call(readProduct, { idOrSlug: productId })).body.reviewCount).toBe(0)
    await expectMails(mailsOf(author.user.email), 'statement-of-reasons', 1)
    await expectMails(mailsOf(report.email), 'content-report-decided', 1)
    const reporter = await shop
      .newClient()
      .call(openReport, { token: await caseToken(shop, found.id, 'REPORTER') })
    expect(reporter.body).toMatchObject({ party: 'REPORTER', appealUntil: null, content: [] })
    const owner = await shop.newClient().call(openReport, { token: await caseToken(shop, found.id, 'OWNER') })
    expect(owner.body).toMatchObject({
      party: 'OWNER',
      reference: null,
      report: null,
      appealUntil: '2027-05-16T09:00:00.000Z',
      decisions: [{ decision: 'REMOVE', ...statement }],
    })
    expect(JSON.stringify(owner.body)).not.toContain('Robin')
    expect(JSON.stringify(reporter.body)).not.toContain(author.user.displayName)
    // Decided once.
    expect((await decide(admin, found, 'KEEP')).status).toBe(409)
  })

  it('is made of the present content: a report that came meanwhile refuses it', async () => {
    const { reviewId } = await reportedReview()
    const found = await newestCase(shop, admin)
    await sendReport(shop.newClient(), visitorReport(reviewId, { reason: 'NON_CONSENSUAL' }))
    expect((await decide(admin, found, 'KEEP')).status).toBe(409)
    expect((await decide(admin, await newestCase(shop, admin), 'KEEP')).status).toBe(201)
  })

  it('suspends an account, which an appeal that wins gives back with the content', async () => {
    const { author, reviewsShown } = await reportedReview()
    const found = await newestCase(shop, admin)
    expect((await decide(admin, found, 'SUSPEND')).status).toBe(201)
    expect(await author.request('GET', '/api/profile')).toMatchObject({ status: 401 })
    const signIn = () => shop.newClient().call(login, { email: author.user.email, password: PASSWORD })
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } })
    const token = await caseToken(shop, found.id, 'OWNER')
    const visitor = shop.newClient()
    expect((await visitor.call(appealDecision, { token, text: ' ' })).status).toBe(400)
    clock += 5 * 24 * 3_600_000
    const appealed = await visitor.call(appealDecision, { token, text: 'Ik bedoelde het anders.' })
    expect(appealed).toMatchObject({
      status: 201,
      body: { status: 'APPEALED', appealUntil: null, appeal: { text: 'Ik bedoelde het anders.' } },
    })
    // A second one changes nothing.
    expect((await visitor.call(appealDecision, { token, text: 'Nog eens.' })).body.appeal?.text).toBe(
      'Ik bedoelde het anders.',
    )
    const colleague = await shop.newUser('ADMIN')
    const again = (await admin.call(readContentCase, { caseId: found.id })).body
    expect(again).toMatchObject({ needsAnotherAdmin: true, workingDaysLeft: 7 })
    expect((await decide(admin, again, 'KEEP')).status).toBe(409)
    expect((await decide(colleague, again, 'KEEP', { ground: '', rule: '' })).body).toMatchObject({
      status: 'FINAL',
      decision: 'KEEP',
    })
    expect(await reviewsShown()).toBe(1)
    expect((await signIn()).status).toBe(200)
    await expectMails(mailsOf(author.user.email), 'statement-of-reasons', 2)
    expect((await visitor.call(openReport, { token })).body.appealUntil).toBe(null)
    await db().update(users).set({ role: 'USER' }).where(eq(users.id, colleague.user.id))
  })

  it('that keeps it can be appealed by the reporter, until six months later', async () => {
    const { report } = await reportedReview()
    const found = await newestCase(shop, admin)
    await decide(admin, found, 'KEEP')
    const token = await caseToken(shop, found.id, 'REPORTER')
    const before = clock
    clock = Date.parse('2027-06-01T09:00:00Z')
    const visitor = shop.newClient()
    expect(await visitor.call(appealDecision, { token, text: 'Toch niet.' })).toMatchObject({ status: 409 })
    clock = before
    expect((await visitor.call(appealDecision, { token, text: 'Toch niet.' })).status).toBe(201)
    const again = (await admin.call(readContentCase, { caseId: found.id })).body
    // The only admin may decide twice.
    expect((await decide(admin, again, 'REMOVE')).status).toBe(201)
    await expectMails(mailsOf(report.email), 'content-report-decided', 2)
    expect(await visitor.call(openReport, { token: 'x' })).toMatchObject({ status: 400 })
  })

  it('never suspends an admin', async () => {
    const { reviewId } = await addShownReview(shop, await shop.newUser('ADMIN'))
    await sendReport(shop.newClient(), visitorReport(reviewId))
    expect(await decide(admin, await newestCase(shop, admin), 'SUSPEND')).toMatchObject({ status: 409 })
  })
})

describe('other content', () => {
  it('a message is reported by its recipient, and then seen by neither', async () => {
    const [customer, creator] = [await shop.newUser(), await shop.newUser('MODEL')]
    await db().transaction(tx => addContacts(tx, customer.user.id, creator.user.id, new Date(clock)))
    const sent = await creator.call(sendMessage, { toUserId: customer.user.id, content: 'Gemeen' })
    const report = visitorReport(sent.body.id, { kind: 'MESSAGE' })
    for (const other of [shop.newClient(), creator, await shop.newUser()])
      expect((await sendReport(other, report)).status).toBe(404)
    expect((await sendReport(customer, report)).status).toBe(201)
    const found = await newestCase(shop, admin)
    expect(found.allReports[0]?.evidence).toContainEqual({ label: 'Bericht', text: 'Gemeen' })
    await decide(admin, found, 'REMOVE')
    for (const [who, other] of [
      [customer, creator],
      [creator, customer],
    ] as const)
      expect((await who.call(listMessages, { with: other.user.id })).body).toMatchObject([
        { content: '', isRemoved: true },
      ])
    const owner = await shop.newClient().call(openReport, { token: await caseToken(shop, found.id, 'OWNER') })
    expect(JSON.stringify(owner.body)).not.toContain(customer.user.displayName)
  })

  it('a profile is hidden from all but its owner and admins', async () => {
    const [owner, viewer] = [await shop.newUser(), await shop.newUser()]
    await db().update(users).set({ profileVisibility: 'PUBLIC' }).where(eq(users.id, owner.user.id))
    const userId = owner.user.id
    expect((await sendReport(viewer, visitorReport(userId, { kind: 'PROFILE' }))).status).toBe(201)
    await decide(admin, await newestCase(shop, admin), 'REMOVE')
    expect((await viewer.call(readPublicProfile, { userId })).status).toBe(404)
    for (const each of [owner, admin])
      expect((await each.call(readPublicProfile, { userId })).status).toBe(200)
  })

  it('a page is reported by its address, and decided without an owner', async () => {
    const report = visitorReport(`${shop.node.platform.origin()}/gifts`, { kind: 'PAGE' })
    expect((await sendReport(shop.newClient(), report)).status).toBe(201)
    const found = await newestCase(shop, admin)
    expect(found).toMatchObject({ owner: null, path: '/gifts' })
    expect((await decide(admin, found, 'SUSPEND')).body).toMatchObject({ fields: { decision: /van wie/ } })
    expect((await decide(admin, found, 'REMOVE')).status).toBe(201)
  })
})
