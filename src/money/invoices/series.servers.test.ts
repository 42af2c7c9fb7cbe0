import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceContent } from '../../../tests/support/invoiceContent.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { issueInvoice } from './service.ts'

/** Cases with concurrent transactions, which the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let shop: TestShop
let userId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  userId = (await shop.newUser()).user.id
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const content = { ...invoiceContent, buyer: ['Robin'] }
const at = (time: string) => () => new Date(time)
const draft = (subjectId: string) =>
  ({ kind: 'INVOICE', userId, subjectId, refundId: null, content }) as const

it('numbers without a gap, with concurrent and rolled-back transactions', async () => {
  const { db } = shop.node.platform
  const attempts = Array.from({ length: 40 }, (_, index) =>
    db
      .transaction(async tx => {
        const { invoice } = await issueInvoice(tx, draft(randomUUID()), at('2031-03-04T05:06:07Z'))
        if (index % 4 === 0) throw new Error('gave up')
        return invoice.number
      })
      .catch(() => null),
  )
  const numbers = (await Promise.all(attempts)).filter(number => number !== null).sort()
  expect(numbers).toEqual(
    Array.from({ length: 30 }, (_, index) => `F2031-${String(index + 1).padStart(6, '0')}`),
  )
})

it('invoices a purchase once for parallel requests', async () => {
  const { db } = shop.node.platform
  const subjectId = randomUUID()
  const issued = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction(tx => issueInvoice(tx, draft(subjectId), at('2032-03-04T05:06:07Z'))),
    ),
  )
  expect(issued.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(issued.map(({ invoice }) => invoice.number))).toEqual(new Set(['F2032-000001']))
})

it('dates in the order of its numbers, and numbers by the year of the date when it waits for its turn at New Year', async () => {
  const { db } = shop.node.platform
  let time = Date.parse('2033-12-31T22:59:00Z')
  const now = () => new Date((time += 10_000))
  const issued = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction(async tx => (await issueInvoice(tx, draft(randomUUID()), now)).invoice),
    ),
  )
  const byNumber = issued.toSorted((one, other) => (one.number < other.number ? -1 : 1))
  const times = byNumber.map(({ issuedAt }) => issuedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  for (const { number, issuedAt } of issued)
    expect(number.slice(0, 5)).toBe(issuedAt < new Date('2033-12-31T23:00:00Z') ? 'F2033' : 'F2034')
})
