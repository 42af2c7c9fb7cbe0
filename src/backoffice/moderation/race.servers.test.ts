import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addShownReview,
  caseToken,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { appealDecision } from '../../people/contentReports/contract.ts'
import { contentCases, contentDecisions, contentReports } from '../../people/contentReports/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { listReviews } from '../../shop/reviews/contract.ts'
import { decideContentCase, readContentCase } from './contract.ts'

/** Several people who report and decide at once. */
let postgres: SharedPostgres
let shop: TestShop
let admins: TestUser[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db

it('reports that come at once are one case, each user once with all that they said', async () => {
  const { reviewId } = await addShownReview(shop, await shop.newUser())
  const [one, other] = [await shop.newUser(), await shop.newUser()]
  const say = (who: TestUser, text: string, reason = 'ABUSE') =>
    sendReport(who, visitorReport(reviewId, { name: '', email: '', text, reason }))
  const answers = await Promise.all([
    say(one, 'Eerst.'),
    say(one, 'Eerst.'),
    say(other, 'Anders.', 'ILLEGAL'),
    say(one, 'Later.', 'MINOR'),
    say(other, 'Anders.', 'ILLEGAL'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(2)
  expect(await db().$count(contentCases)).toBe(1)
  expect(await db().$count(contentReports)).toBe(2)
  const found = await newestCase(shop, admins[0] as TestUser)
  expect(found).toMatchObject({ reports: 2, urgency: 1 })
  const own = found.allReports.find(({ reporter }) => reporter?.userId === one.user.id)
  expect(own?.reason).toBe('MINOR')
  expect(own?.text.split('\n\n').toSorted()).toEqual(expect.arrayContaining(['Eerst.', 'Later.']))
})

it('of two cases of one content that are decided at once, the one that says it goes counts', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { reviewId, productId } = await addShownReview(shop, await shop.newUser())
    const cases: string[] = []
    for (const decision of ['KEEP', 'REMOVE'] as const) {
      await sendReport(shop.newClient(), visitorReport(reviewId))
      const found = await newestCase(shop, admins[0] as TestUser)
      expect((await decide(admins[0] as TestUser, found, decision)).status).toBe(201)
      cases.push(found.id)
    }
    for (const [index, party] of (['REPORTER', 'OWNER'] as const).entries()) {
      const token = await caseToken(shop, cases[index] as string, party)
      await shop.newClient().call(appealDecision, { token, text: 'Nee.' })
    }
    const answers = await Promise.all(
      (['REMOVE', 'KEEP'] as const).map(async (decision, index) => {
        const by = admins[index + 1] as TestUser
        const { body } = await by.call(readContentCase, { caseId: cases[index] as string })
        return decide(by, body, decision)
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await shop.newClient().call(listReviews, { productId })).body).toHaveLength(0)
  }
})

const decide = (
  by: TestUser,
  { id: caseId, version }: { id: string; version: number },
  decision: 'KEEP' | 'REMOVE',
) =>
  by.call(decideContentCase, {
    caseId,
    version,
    decision,
    ground: 'TERMS',
    rule: 'Artikel 9',
    reasons: 'Daarom.',
  })

it('of three admins who decide at once one decides', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { reviewId } = await addShownReview(shop, await shop.newUser())
    await sendReport(shop.newClient(), visitorReport(reviewId))
    const { id: caseId, version } = await newestCase(shop, admins[0] as TestUser)
    const before = await db().$count(contentDecisions)
    const answers = await Promise.all(
      (['KEEP', 'REMOVE', 'SUSPEND'] as const).map((decision, index) =>
        (admins[index] as TestUser).call(decideContentCase, {
          caseId,
          version,
          decision,
          ground: 'TERMS',
          rule: 'Artikel 9',
          reasons: 'Daarom.',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await db().$count(contentDecisions)).toBe(before + 1)
  }
})
