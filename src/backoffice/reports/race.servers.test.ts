import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceContent } from '../../../tests/support/invoiceContent.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { issueInvoice } from '../../money/invoices/service.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { closeQuarter } from './close.service.ts'
import { findReport } from './service.ts'

/** Cases with concurrent transactions, which the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let shop: TestShop
let userId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  userId = (await shop.newUser('ADMIN')).user.id
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

it('has each invoice of a quarter that is closed meanwhile, or refuses it', async () => {
  const { db } = shop.node.platform
  const issue = () =>
    db
      .transaction(tx => {
        const draft = {
          kind: 'INVOICE',
          userId,
          subjectId: randomUUID(),
          refundId: null,
          content: invoiceContent,
        } as const
        return issueInvoice(tx, draft, () => new Date('2024-02-03T04:05:06Z'))
      })
      .then(() => 'ISSUED')
      .catch(() => 'REFUSED')
  const now = () => new Date('2024-04-01T12:00:00Z')
  expect(await issue()).toBe('ISSUED')
  const attempts = Array.from({ length: 10 }, issue)
  const closes = [1, 2, 3].map(() => closeQuarter({ db, now }, userId, '2024-Q1'))
  attempts.push(...Array.from({ length: 30 }, issue))
  const closed = await Promise.all(closes)
  for (const period of closed) expect(period).toMatchObject({ state: 'CLOSED', number: 1 })
  const issued = (await Promise.all(attempts)).filter(answer => answer === 'ISSUED').length
  expect((await findReport(db, '2024-Q1', 'sales')).rows).toHaveLength(1 + issued)
  expect(await issue()).toBe('REFUSED')
  const found = await findDiscrepancies(db, new Date(0))
  expect(found.filter(({ check }) => check.startsWith('periods.') || check === 'invoices.series')).toEqual([])
})
