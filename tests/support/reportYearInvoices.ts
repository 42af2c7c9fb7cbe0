import { randomUUID } from 'node:crypto'
import type { InvoiceContent, InvoiceKind } from '../../src/money/invoices/contract.ts'
import { invoices } from '../../src/money/invoices/table.ts'
import type { VatCategory, VatGroup, VatTreatment } from '../../src/money/vat/contract.ts'
import type { Db } from '../../src/platform/db.ts'
import type { Random } from '../simulation/random.ts'

/** The year that `seedReportYear` fills: Brussels midnights of its quarters are not those of UTC. */
export const YEAR = 2025
export const START = Date.parse('2024-12-20T00:00:00Z')
export const DAY = 24 * 3_600_000
const edges = ['03-31T21:59', '03-31T22:00', '06-30T21:59', '06-30T22:00', '12-31T22:59', '12-31T23:00']

export interface Seeding {
  db: Db
  random: Random
  userIds: string[]
}

/** Some time of the year or around it, often just beside the end of a quarter. */
export const someTime = (random: Random): Date =>
  random.chance(0.15)
    ? new Date(`${YEAR}-${random.pick(edges)}:30Z`)
    : new Date(START + random.int(0, 390 * DAY))

const business = (vatNumber: string) => ({ name: 'Zaak', vatNumber, checkedAt: null, consultation: null })

interface Place extends Partial<VatTreatment> {
  rates: [VatCategory, number][]
}

const places: Place[] = [
  {
    scheme: 'OSS',
    country: 'BE',
    rates: [
      ['STANDARD', 21],
      ['REDUCED', 6],
      ['EXEMPT', 0],
    ],
  },
  {
    scheme: 'OSS',
    country: 'NL',
    rates: [
      ['STANDARD', 21],
      ['REDUCED', 9],
      ['EXEMPT', 0],
    ],
  },
  {
    scheme: 'OSS',
    country: 'DE',
    rates: [
      ['STANDARD', 19],
      ['REDUCED', 7],
    ],
  },
  {
    scheme: 'OSS',
    country: null,
    basis: 'REVERSE_CHARGE',
    business: business('NL123456782B90'),
    rates: [['REVERSE_CHARGE', 0]],
  },
  {
    scheme: 'OSS',
    country: null,
    basis: 'REVERSE_CHARGE',
    business: business('DE136695976'),
    rates: [['REVERSE_CHARGE', 0]],
  },
  { scheme: 'OSS', country: null, basis: 'OUTSIDE_EU', rates: [['OUTSIDE_EU', 0]] },
  { scheme: 'DOMESTIC', country: 'BE', rates: [['STANDARD', 21]] },
  { scheme: 'SMALL_ENTERPRISE', country: null, basis: 'SMALL_ENTERPRISE', rates: [['SMALL_ENTERPRISE', 0]] },
]

const seller = { name: 'Gloed', address: [], companyNumber: null, vatNumber: null, email: null }

function someContent(random: Random, subject: string): InvoiceContent {
  const shared = { seller, buyer: [], subject, credits: null }
  const vouchers = random.chance(0.2)
    ? [{ text: 'Cadeaubon', quantity: random.int(1, 2), unitCents: 2500, isVoucher: true }]
    : []
  // From before VAT was kept by line.
  if (random.chance(0.15)) {
    const lines = [{ text: 'Iets', quantity: random.int(1, 3), unitCents: random.int(1, 9999) }, ...vouchers]
    return random.chance(0.5)
      ? { ...shared, lines, vatRate: 21, vatMode: 'NL_21' }
      : { ...shared, lines, vatRate: 0, vatMode: random.pick(['NONE', 'BE_SMALL_BUSINESS', null]) }
  }
  const { rates, ...treatment } = random.pick(places)
  const groups = rates
    .filter(() => random.chance(0.7))
    .map(([category, rate]): VatGroup => {
      const grossCents = random.int(1, 20_000)
      return { category, rate, grossCents, vatCents: Math.round((grossCents * rate) / (100 + rate)) }
    })
  const lines = groups.map(({ grossCents }) => ({ text: 'Iets', quantity: 1, unitCents: grossCents }))
  const base: VatTreatment = {
    scheme: 'OSS',
    sellerCountry: 'BE',
    place: null,
    country: null,
    basis: 'TAXED',
    evidence: [],
  }
  return {
    ...shared,
    lines: [...lines, ...vouchers],
    vatRate: 21,
    vat: { ...base, ...treatment, groups },
    ...(random.chance(0.1) && { creditPayments: [{ text: 'Betaald met tegoed', cents: 100 }] }),
  }
}

/** The same with all amounts below 0. */
const credited = (content: InvoiceContent, number: string): InvoiceContent => ({
  ...content,
  lines: content.lines.map(line => ({ ...line, unitCents: -line.unitCents })),
  ...(content.vat && {
    vat: {
      ...content.vat,
      groups: content.vat.groups.map(group => ({
        ...group,
        grossCents: -group.grossCents,
        vatCents: -group.vatCents,
      })),
    },
  }),
  credits: number,
})

/** Invoices of every kind of sale, and credit notes of some of them. */
export async function seedInvoices({ db, random, userIds }: Seeding): Promise<void> {
  const rows: (typeof invoices.$inferInsert)[] = []
  const add = (kind: InvoiceKind, content: InvoiceContent, subjectId: string) => {
    const count = rows.filter(row => row.kind === kind).length + 1
    const number = `${kind === 'INVOICE' ? 'F' : 'C'}${YEAR}-${String(count).padStart(6, '0')}`
    const totalCents = content.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
    const refundId = kind === 'INVOICE' ? null : randomUUID()
    const issuedAt = someTime(random)
    rows.push({
      kind,
      number,
      userId: random.pick(userIds),
      subjectId,
      refundId,
      content,
      totalCents,
      issuedAt,
      ...(random.chance(0.7) && {
        taxPointAt: new Date(issuedAt.getTime() - random.pick([0, 45_000, 5_400_000])),
      }),
    })
    return number
  }
  for (let count = 0; count < 700; count += 1) {
    const subjectId = randomUUID()
    const content = someContent(random, `Bestelling ${YEAR}-${count}`)
    if (content.lines.length === 0) continue
    const number = add('INVOICE', content, subjectId)
    if (random.chance(0.2)) add('CREDIT_NOTE', credited(content, number), subjectId)
  }
  await db.insert(invoices).values(rows)
}
