import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceSeller } from '../../../../tests/support/invoiceContent.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { buildCreditNoteContent } from '../../invoices/creditNote.rules.ts'
import type { InvoiceContent } from '../../invoices/contract.ts'
import { calculateInvoiceTotals, taxLines } from '../../invoices/rules.ts'
import { invoices } from '../../invoices/table.ts'
import type { VatTerms } from '../contract.ts'
import { defaultVatRates } from '../rates.rules.ts'
import { decideTreatment, type KnownCountries, placeCustomer } from '../rules.ts'
import type { Settings } from '../../../wire/settings.ts'
import { readVatOverview } from './contract.ts'
import { changeSettings, readSettings } from '../../settings/admin/contract.ts'

let shop: TestShop
let admin: TestUser
const now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => now, env: { SELLER_COUNTRY: 'BE' } })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

async function wantEvidence(vatEvidence: Settings['vatEvidence']): Promise<void> {
  const { settings, version } = (await admin.call(readSettings)).body
  const changed = await admin.call(changeSettings, { ...settings, vatScheme: 'OSS', vatEvidence, version })
  expect(changed.status).toBe(200)
}
const countWithout = async () => (await admin.call(readVatOverview)).body.withoutEvidence

interface Sale {
  known: Partial<KnownCountries>
  terms?: Partial<VatTerms>
  isVoucher?: boolean
}

function contentOf({ known, terms, isVoucher = false }: Sale): InvoiceContent {
  const nowhere = { shipping: null, business: null, own: null, stated: null, payment: null }
  const placed = placeCustomer({ ...nowhere, ...known })
  const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE', ...terms }, placed)
  const line = { text: 'Minuten', quantity: 1, unitCents: 1000, supply: 'SERVICES' as const }
  const lines = [{ ...line, ...(isVoucher && { isVoucher }) }]
  return {
    seller: invoiceSeller,
    buyer: [],
    subject: 'Minuten',
    credits: null,
    ...taxLines(lines, treatment, defaultVatRates, now),
  }
}

let numbers = 0
async function issue(content: InvoiceContent, issuedAt = now, kind: 'INVOICE' | 'CREDIT_NOTE' = 'INVOICE') {
  numbers += 1
  await shop.node.platform.db.insert(invoices).values({
    kind,
    number: `X${numbers}`,
    userId: admin.user.id,
    subjectId: randomUUID(),
    refundId: kind === 'INVOICE' ? null : randomUUID(),
    content,
    totalCents: calculateInvoiceTotals(content).total,
    issuedAt,
  })
}
const nl = {
  name: 'Zaak',
  vatNumber: 'NL004495445B01',
  checkedAt: '2026-11-01T08:00:00Z',
  consultation: null,
}

describe('sales with too little evidence of where the customer lives', () => {
  // Counted where one piece is wanted, and where two are.
  it.each<[what: string, sale: Sale, one: number, two: number]>([
    ['nothing is known', { known: {} }, 1, 1],
    ['an address', { known: { own: 'NL' } }, 0, 1],
    ['a card', { known: { payment: 'NL' } }, 0, 1],
    ['what the customer says', { known: { stated: 'NL' } }, 0, 1],
    ['an address and a card of that country', { known: { own: 'NL', payment: 'NL' } }, 0, 0],
    ['an address and a card of another country', { known: { own: 'NL', payment: 'DE' } }, 0, 1],
    ['what the customer says and a card of that country', { known: { stated: 'DE', payment: 'DE' } }, 0, 0],
    ['three, of which two agree', { known: { own: 'NL', stated: 'DE', payment: 'NL' } }, 0, 0],
    ['outside the EU by what the customer says and a card', { known: { stated: 'US', payment: 'US' } }, 0, 0],
    ['outside the EU by a card alone', { known: { payment: 'US' } }, 0, 1],
    [
      'only that the customer says to live outside the EU, which does not count',
      { known: { stated: 'US' } },
      1,
      1,
    ],
    // Goods go where they go.
    ['a parcel', { known: { shipping: 'NL' } }, 0, 0],
    // No consumer, or nobody’s VAT.
    ['a business whose VAT is reversed', { known: { business: 'NL' }, terms: { business: nl } }, 0, 0],
    ['a small enterprise', { known: {}, terms: { scheme: 'SMALL_ENTERPRISE' } }, 0, 0],
    ['a seller without VAT', { known: {}, terms: { scheme: 'NONE' } }, 0, 0],
    ['a gift card, which is taxed when it is spent', { known: {}, isVoucher: true }, 0, 0],
  ])('of %s', async (_what, sale, one, two) => {
    await wantEvidence('TWO')
    const beforeTwo = await countWithout()
    await wantEvidence('ONE')
    const beforeOne = await countWithout()
    await issue(contentOf(sale))
    expect(await countWithout()).toBe(beforeOne + one)
    await wantEvidence('TWO')
    expect(await countWithout()).toBe(beforeTwo + two)
  })

  it('is counted by the year in Brussels, invoices only', async () => {
    const content = contentOf({ known: {} })
    const before = await countWithout()
    await issue(content, new Date('2025-12-31T22:59:59Z'))
    expect(await countWithout()).toBe(before)
    await issue(content, new Date('2025-12-31T23:00:00Z'))
    await issue(content)
    expect(await countWithout()).toBe(before + 2)
    const refund = { amountCents: 1000, reason: 'Terug' }
    await issue(buildCreditNoteContent({ ...content, number: 'X2' }, refund), now, 'CREDIT_NOTE')
    expect(await countWithout()).toBe(before + 2)
  })
})
