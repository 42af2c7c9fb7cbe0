import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceContent } from '../../../tests/support/invoiceContent.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { users } from '../../people/accounts/table.ts'
import type { Database } from '../../platform/db/db.ts'
import { openInvoiceArchive } from './archive.service.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const person = { email: 'een@gloed.test', displayName: 'Een', password: '-', policyVersion: '-' }
  await database.db.insert(users).values({ ...person, adultStatementAt: new Date() })
  await addInvoices(1, 600)
})
afterAll(() => database.close())

const addInvoices = (from: number, to: number) =>
  database.db.execute(sql`
    insert into invoices (id, kind, number, user_id, subject_id, content, total_cents, issued_at)
    select gen_random_uuid(), 'INVOICE', 'F2025-' || lpad(n::text, 6, '0'), (select id from users limit 1), gen_random_uuid(),
      ${JSON.stringify(invoiceContent)}::jsonb, 1000, '2025-02-03T04:05:06Z'
    from generate_series(${from}::int, ${to}::int) n`)

it('is made while it is read: an invoice issued after the first bytes is in it', async () => {
  const archive = openInvoiceArchive(database.db, '2025-Q1')
  const parts: Buffer[] = []
  for await (const part of archive as AsyncIterable<Buffer>) {
    if (parts.length === 0) await addInvoices(601, 601)
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('latin1')
  expect(text).toContain('factuur-F2025-000601.pdf')
})
