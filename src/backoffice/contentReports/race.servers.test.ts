import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addShownReview,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { contentCases, contentDecisions, contentReports } from '../../people/contentReports/table.ts'
import { openPostgres } from '../../platform/db.ts'
import { decideContentCase } from './contract.ts'

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

it('reports that come at once are one case, each person once', async () => {
  const { reviewId } = await addShownReview(shop, await shop.newUser())
  const [one, other] = [visitorReport(reviewId), visitorReport(reviewId, { reason: 'ILLEGAL' })]
  const answers = await Promise.all(
    [one, one, other, one, other].map(report => sendReport(shop.newClient(), report)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(2)
  expect(await db().$count(contentCases)).toBe(1)
  expect(await db().$count(contentReports)).toBe(2)
  expect(await newestCase(shop, admins[0] as TestUser)).toMatchObject({ reports: 2, urgency: 2, version: 2 })
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
