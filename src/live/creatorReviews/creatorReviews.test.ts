import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { showCreator } from '../../../tests/support/shownCreator.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { readPersonalData } from '../../backoffice/privacy/contract.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { reportContent } from '../../people/contentReports/contract.ts'
import { blockUser, unblockUser } from '../blocks/contract.ts'
import { blockedUsers } from '../blocks/table.ts'
import { stopControl } from '../sessions/contract.ts'
import { stopToys } from '../studio/contract.ts'
import { panic } from '../studio/panic/contract.ts'
import { listCreatorReviewsToModerate, moderateCreatorReview } from './admin/contract.ts'
import * as contract from './contract.ts'
import { creatorReviews } from './table.ts'

const control = controlFixture()
const db = () => control.db()
let slug: string
let admin: TestUser
beforeAll(async () => {
  slug = await showCreator(control.shop, control.creator)
  admin = await control.shop.newUser('ADMIN')
})
afterEach(async () => {
  await db().delete(blockedUsers)
  await db().delete(creatorReviews)
})

const words = { pseudonym: 'Nachtvlinder', rating: 5, text: 'Rustig en aandachtig.' }
const write = (customer: TestCustomer, more: object = {}) =>
  customer.call(contract.writeCreatorReview, { slug, ...words, ...more })
const shown = async (who: Pick<TestCustomer, 'call'>) =>
  (await who.call(contract.listCreatorReviews, { slug })).body

/** A customer who controlled a toy of the creator for so many seconds, and stopped. */
async function played(
  seconds = 64,
  end: (customer: TestCustomer) => Promise<unknown> = c => c.call(stopControl),
) {
  await control.untilOnline(control.toyIds[0])
  const { customer } = await control.inControl()
  await control.hold(customer, seconds)
  const { id: sessionId = '' } = (await control.beat(customer)) ?? {}
  await end(customer)
  return { customer, sessionId }
}

it('a review is shown once an admin approved it, under its pseudonym, with the answer after its own approval', async () => {
  const { customer } = await played()
  const { body: review, status } = await write(customer)
  expect([status, review]).toMatchObject([201, words])
  expect(await shown(customer)).toEqual({ rating: null, count: 0, reviews: [] })
  expect(await write(customer)).toMatchObject({
    status: 409,
    body: { message: 'Je hebt haar al beoordeeld.' },
  })
  const waiting = async () =>
    (await admin.call(listCreatorReviewsToModerate, { state: 'WAITING', page: 1 })).body.items
  expect(await waiting()).toMatchObject([{ id: review.id, stageName: 'Noor', state: 'WAITING' }])
  const decide = (part: 'REVIEW' | 'ANSWER', approved: boolean) =>
    admin.call(moderateCreatorReview, { reviewId: review.id, part, approved })
  await Promise.all([decide('REVIEW', true), decide('REVIEW', true)])
  const decisions = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, review.id))
  expect(decisions.map(({ action }) => action)).toEqual(['CREATOR_REVIEW_MODERATED'])
  expect(await shown(customer)).toMatchObject({ rating: 5, count: 1, reviews: [{ ...words, answer: null }] })
  expect(JSON.stringify(await shown(customer))).not.toContain('Koper')
  const answer = (text: string, who = control.creator) =>
    who.call(contract.answerReview, { reviewId: review.id, answer: text })
  expect((await answer('Dank je', await control.shop.newUser('MODEL'))).status).toBe(404)
  expect((await answer('Dank je wel.')).body).toMatchObject({ answer: 'Dank je wel.', isAnswerShown: false })
  expect((await shown(customer)).reviews).toMatchObject([{ answer: null }])
  expect(await waiting()).toMatchObject([{ state: 'APPROVED', answerState: 'WAITING' }])
  await decide('ANSWER', true)
  expect((await shown(customer)).reviews).toMatchObject([{ answer: 'Dank je wel.' }])
  expect(await waiting()).toEqual([])
  await decide('REVIEW', false)
  expect((await shown(customer)).reviews).toEqual([])
  expect(JSON.stringify((await customer.call(readPersonalData)).body)).toContain('Nachtvlinder')
  expect(JSON.stringify((await control.creator.call(readPersonalData)).body)).not.toContain(customer.userId)
})

it('only who played for a minute may review, with a name, and without forbidden words', async () => {
  const stranger = await control.newCustomer(20)
  const early = { status: 403, body: { message: expect.stringContaining('minstens een minuut') } }
  expect(await write(stranger)).toMatchObject(early)
  const { customer: hasty } = await played(20)
  expect(await write(hasty)).toMatchObject(early)
  expect((await hasty.call(contract.readCreatorReviewRight, { slug })).body).toMatchObject({
    mayReview: false,
  })
  const { customer } = await played()
  expect((await customer.call(contract.readCreatorReviewRight, { slug })).body).toEqual({
    mayReview: true,
    reason: null,
  })
  const { settings } = control.shop.node.platform
  const before = settings.current.forbiddenWords
  settings.current.forbiddenWords = 'telegram'
  for (const [wrong, field] of [
    [{ pseudonym: '  ' }, 'pseudonym'],
    [{ pseudonym: 'Telegram' }, 'pseudonym'],
    [{ rating: 6 }, 'rating'],
    [{ text: 'Zoek me op t3legram' }, 'text'],
  ] as const)
    expect(await write(customer, wrong)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  settings.current.forbiddenWords = before
  expect(await control.creator.call(contract.writeCreatorReview, { slug, ...words })).toMatchObject({
    status: 403,
    body: { message: 'Jezelf kun je niet beoordelen.' },
  })
})

it('a session that a panic ended can be reviewed after seven days, and the refusal says nothing of it', async () => {
  const { customer, sessionId } = await played(64, () => control.creator.call(panic))
  expect((await write(customer)).status).toBe(404)
  expect((await customer.call(contract.readSessionFarewell, { sessionId })).body).toEqual({
    creator: null,
    thanks: null,
    mayReview: false,
  })
  await control.creator.call(unblockUser, { userId: customer.userId })
  const refused = await write(customer)
  expect(refused).toMatchObject({ status: 403 })
  expect(refused.body).toEqual((await write(await control.newCustomer(20))).body)
  control.pass(7 * 24 * 3_600_000)
  await Promise.all(control.toyIds.map(control.untilOnline))
  expect((await write(customer)).status).toBe(201)
})

it('nothing of a creator who hides is answered, and a review of hers can be reported', async () => {
  const { customer, sessionId } = await played()
  const { body: review } = await write(customer)
  await admin.call(moderateCreatorReview, { reviewId: review.id, part: 'REVIEW', approved: true })
  const reader = await control.newCustomer(0)
  const report = {
    kind: 'CREATOR_REVIEW' as const,
    contentId: review.id,
    reason: 'ABUSE' as const,
    text: 'Dit is onaardig.',
    isGoodFaith: true,
  }
  expect((await reader.call(reportContent, report)).status).toBe(201)
  await control.creator.call(blockUser, { userId: customer.userId })
  expect((await customer.call(contract.listCreatorReviews, { slug })).status).toBe(404)
  expect((await customer.call(contract.readCreatorReviewRight, { slug })).status).toBe(404)
  expect((await customer.call(reportContent, report)).status).toBe(404)
  expect((await customer.call(contract.readSessionFarewell, { sessionId })).body.creator).toBeNull()
  expect((await shown(reader)).count).toBe(1)
  expect((await control.shop.newClient().call(contract.listCreatorReviews, { slug })).status).toBe(404)
})

it('her thanks follow a session, unless she ended it herself', async () => {
  const { customer, sessionId } = await played()
  expect((await customer.call(contract.readSessionFarewell, { sessionId })).body).toEqual({
    creator: { slug, stageName: 'Noor' },
    thanks: 'Fijn dat je er was.',
    mayReview: true,
  })
  expect(
    (await (await control.newCustomer(0)).call(contract.readSessionFarewell, { sessionId })).status,
  ).toBe(404)
  const ended = await played(64, () => control.creator.call(stopToys))
  expect(
    (await ended.customer.call(contract.readSessionFarewell, { sessionId: ended.sessionId })).body,
  ).toMatchObject({
    creator: { slug },
    thanks: null,
  })
})
