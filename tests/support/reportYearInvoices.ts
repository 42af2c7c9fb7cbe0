import { randomUUID } from 'node:crypto'
import { invoiceSeller } from './invoiceContent.ts'
import type { InvoiceContent, InvoiceKind } from '../../src/money/invoices/contract.ts'
import { invoices } from '../../src/money/invoices/table.ts'
import type { VatCategory, VatGroup, VatTreatment } from '../../src/money/vat/contract.ts'
import { Supply } from '../../src/wire/vat.ts'
import type { Db } from '../../src/platform/db/db.ts'
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

function someContent(random: Random, subject: string): InvoiceContent {
  const shared = { seller: invoiceSeller, buyer: [], subject, credits: null }
  const vouchers = random.chance(0.2)
    ? [{ text: 'Cadeaubon', quantity: random.int(1, 2), unitCents: 2500, isVoucher: true }]
    : []
  const { rates, ...treatment } = random.pick(places)
  const groups = rates
    .filter(() => random.chance(0.7))
    .map(([category, rate]): VatGroup => {
      const grossCents = random.int(1, 20_000)
      return { category, rate, grossCents, vatCents: Math.round((grossCents * rate) / (100 + rate)) }
    })
  const isShipped = random.chance(0.5)
  const lines = groups.flatMap(group => someLines(random, group))
  const base: VatTreatment = {
    scheme: 'OSS',
    sellerCountry: 'BE',
    place: null,
    country: null,
    basis: 'TAXED',
    evidence: isShipped ? [{ kind: 'SHIPPING_ADDRESS', country: 'NL' }] : [],
  }
  return {
    ...shared,
    lines: [...lines, ...vouchers],
    vat: { ...base, ...treatment, groups },
    ...(random.chance(0.1) && { creditPayments: [{ text: 'Betaald met tegoed', cents: 100 }] }),
  }
}

/** One line of a group, or one of goods and one of services. */
function someLines(random: Random, group: VatGroup): InvoiceContent['lines'] {
  const { category, rate, grossCents, vatCents } = group
  const line = (unitCents: number, vat: number, supply: Supply) => ({
    text: 'Iets',
    quantity: 1,
    unitCents,
    vat: {
      taxClass: 'STANDARD' as const,
      category,
      rate,
      vatCents: vat,
      supply,
    },
  })
  if (random.chance(0.6)) return [line(grossCents, vatCents, random.pick(Supply.options))]
  const goods = random.int(0, grossCents)
  const vat = Math.floor((vatCents * goods) / grossCents)
  return [line(goods, vat, 'GOODS'), line(grossCents - goods, vatCents - vat, 'SERVICES')]
}

/** The same with all amounts below 0. */
const credited = (content: InvoiceContent, number: string): InvoiceContent => ({
  ...content,
  lines: content.lines.map(line => ({
    ...line,
    unitCents: -line.unitCents,
    ...(line.vat && { vat: { ...line.vat, vatCents: -line.vat.vatCents } }),
  })),
  vat: {
    ...content.vat,
    groups: content.vat.groups.map(group => ({
      ...group,
      grossCents: -group.grossCents,
      vatCents: -group.vatCents,
    })),
  },
  credits: number,
})

/** The same without VAT, for a business whose number proved valid later. */
function reversed(content: InvoiceContent, number: string): InvoiceContent {
  const { vat, ...rest } = content
  const lines = content.lines.map(line => ({
    ...line,
    ...(line.vat && {
      unitCents: line.unitCents - line.vat.vatCents,
      vat: { ...line.vat, category: 'REVERSE_CHARGE' as const, rate: 0, vatCents: 0 },
    }),
  }))
  const grossCents = vat.groups.reduce((sum, group) => sum + group.grossCents - group.vatCents, 0)
  const groups = [{ category: 'REVERSE_CHARGE' as const, rate: 0, grossCents, vatCents: 0 }]
  const now = { country: null, basis: 'REVERSE_CHARGE' as const, business: business('NL123456782B90') }
  return { ...rest, lines, vat: { ...vat, ...now, groups }, replaces: number }
}

/** Invoices of every kind of sale, credit notes of some of them, and some that were replaced by one without VAT. */
export async function seedInvoices({ db, random, userIds }: Seeding): Promise<void> {
  const rows: (typeof invoices.$inferInsert)[] = []
  const add = (
    kind: InvoiceKind,
    content: InvoiceContent,
    subjectId: string,
    corrects: string | null = null,
  ) => {
    const count = rows.filter(row => row.kind === kind).length + 1
    const number = `${kind === 'INVOICE' ? 'F' : 'C'}${YEAR}-${String(count).padStart(6, '0')}`
    const totalCents = content.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
    const refundId = kind === 'INVOICE' ? null : randomUUID()
    const issuedAt = someTime(random)
    const id = randomUUID()
    rows.push({
      id,
      corrects,
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
    return { id, number }
  }
  for (let count = 0; count < 700; count += 1) {
    const subjectId = randomUUID()
    const content = someContent(random, `Bestelling ${YEAR}-${count}`)
    if (content.lines.length === 0) continue
    const { id, number } = add('INVOICE', content, subjectId)
    if (content.vat.basis === 'TAXED' && content.vat.groups.length > 0 && random.chance(0.15)) {
      add('CREDIT_NOTE', credited(content, number), subjectId)
      const other = reversed(content, number)
      const replacement = add('INVOICE', other, subjectId, id)
      if (random.chance(0.5)) add('CREDIT_NOTE', credited(other, replacement.number), subjectId)
    } else if (random.chance(0.2)) add('CREDIT_NOTE', credited(content, number), subjectId)
  }
  await db.insert(invoices).values(rows)
}
