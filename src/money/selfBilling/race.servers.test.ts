import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { addPayee } from '../../../tests/support/testLedger.ts'
import { newId } from '../../platform/db/columns.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { earningLedger } from '../earnings/service.ts'
import { earningEntries } from '../earnings/table.ts'
import { appendEntries } from '../ledger/service.ts'
import { payees } from '../payees/table.ts'
import { issueSelfBilledInvoices } from './issue.service.ts'
import { selfBilledInvoices } from './table.ts'

let postgres: SharedPostgres
let nodes: TestShop[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  const now = () => new Date('2027-03-02T05:40:00Z')
  const env = { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' }
  const open = async () => openShop({ database: await openPostgres(url), now, env })
  nodes = [await open(), await open()]
})
afterAll(async () => {
  await Promise.all(nodes.map(each => each.close()))
  await postgres.close()
})

it('two nodes that make the invoices of months at once, while she earns, make each once and without a gap', async () => {
  const [first, second] = nodes as [TestShop, TestShop]
  const { db, now } = first.node.platform
  const admin = await first.newUser('ADMIN')
  const earn = (creatorId: string, at: Date) =>
    db.transaction(tx =>
      appendEntries(tx, earningLedger, [
        {
          creatorId,
          type: 'EARNED',
          source: 'GIFTS',
          cents: 1000,
          giftId: newId(),
          payableAt: at,
          createdAt: at,
        },
      ]),
    )
  const ledger = { names: new Map<string, string>(), earn: () => Promise.resolve() }
  const creatorIds: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const belgian = { vatStatus: 'VAT_BELGIUM', vatNumber: 'BE0403170701', country: 'BE' } as const
    const creatorId = await addPayee(first, ledger, { by: admin.user.id, cents: 0, ...belgian })
    const agreed = { selfBillingVersion: 1, selfBillingAgreedAt: now() }
    await db.update(payees).set(agreed).where(eq(payees.userId, creatorId))
    for (const month of ['2026-12', '2027-01', '2027-02'])
      await earn(creatorId, new Date(`${month}-15T12:00:00Z`))
    creatorIds.push(creatorId)
  }
  await Promise.all([
    ...[first, second, first, second].map(({ node }) => issueSelfBilledInvoices(node.platform)),
    ...creatorIds.map(creatorId => earn(creatorId, now())),
  ])
  for (const creatorId of creatorIds) {
    const invoices = await db
      .select()
      .from(selfBilledInvoices)
      .where(eq(selfBilledInvoices.creatorId, creatorId))
      .orderBy(asc(selfBilledInvoices.serial))
    expect(
      invoices.map(({ serial, month, netCents, vatCents }) => [serial, month, netCents, vatCents]),
    ).toEqual([
      [1, '2026-12', 1000, 210],
      [2, '2027-01', 1000, 210],
      [3, '2027-02', 1000, 210],
    ])
    const entries = await db.select().from(earningEntries).where(eq(earningEntries.creatorId, creatorId))
    const vat = entries.filter(({ type }) => type === 'ADJUSTED').map(({ cents }) => cents)
    expect(vat).toEqual([210, 210, 210])
  }
})
