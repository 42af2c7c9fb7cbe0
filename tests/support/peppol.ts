import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { PeppolGateway } from '../../src/money/invoices/peppol/gateway.ts'
import type { PeppolRow } from '../../src/money/invoices/peppol/list.service.ts'
import { queuePeppolDocument } from '../../src/money/invoices/peppol/queue.service.ts'
import { storecoveGateway } from '../../src/money/invoices/peppol/storecove.gateway.ts'
import { peppolDocuments } from '../../src/money/invoices/peppol/table.ts'
import { taxLines } from '../../src/money/invoices/rules.ts'
import { type InvoiceRow, issueInvoice } from '../../src/money/invoices/service.ts'
import { defaultVatRates } from '../../src/money/vat/rates.rules.ts'
import { decideTreatment } from '../../src/money/vat/rules.ts'
import type { TestShop } from './shop.ts'

let numbers = 0

/** A Belgian VAT number of its own, of which the last digits tell the simulator how the network knows it. */
export function belgianVatNumber(checkDigits = 50): string {
  numbers += 1
  const first = 3_000_000 + (numbers + (process.pid % 1000) * 50) * 97
  // 97 less the remainder of the first eight digits is the last two.
  const digits = first - (first % 97) + 97 - checkDigits
  return `BE${String(digits).padStart(8, '0')}${String(checkDigits).padStart(2, '0')}`
}

export interface SimulatedSubmission {
  guid: string
  idempotencyGuid: string
  receiver: string
  document: string
  outcome: string | null
}

/** The access point's side of a shop's simulator. */
export function accessPointOf({ origin }: Pick<TestShop, 'origin'>) {
  const post = (path: string, body: object) =>
    fetch(`${origin}/simulator/storecove/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const submissions = async () =>
    (await (await fetch(`${origin}/simulator/storecove/submissions`)).json()) as SimulatedSubmission[]
  return {
    submissions,
    /** The submissions of an invoice. */
    submissionsOf: async (number: string) =>
      (await submissions()).filter(({ document }) =>
        document.includes(`<cbc:ID>${number}</cbc:ID><cbc:IssueDate`),
      ),
    async setFaults(faults: object = {}): Promise<void> {
      expect((await post('faults', faults)).status).toBe(204)
    },
    /** Ends a delivery, which is told of. */
    async setOutcome(guid: string, event: string, details?: string): Promise<void> {
      expect((await post(`submissions/${guid}/outcome`, { event, details })).status).toBe(200)
    },
  }
}

/** The client of a shop's simulator. */
export const peppolGatewayOf = (shop: TestShop): PeppolGateway =>
  storecoveGateway({
    apiBase: () => `${shop.origin}/simulator/storecove`,
    apiKey: 'simulator',
    legalEntityId: 100_001,
    webhookKey: 'simulator',
    log: shop.node.platform.log,
  })

const seller: InvoiceRow['content']['seller'] = {
  name: 'Gloed',
  address: ['Kerkstraat 1', '9000 Gent', 'België'],
  companyNumber: '0123.456.749',
  vatNumber: 'BE0123456749',
  email: 'hallo@gloed.test',
  legalForm: 'COMPANY',
  phone: null,
}

/** The content of an invoice to a business. */
export const invoiceTo = (vatNumber: string, name = 'Winkel bv'): InvoiceRow['content'] => ({
  seller,
  buyer: ['Robin', 'Markt 2', '9000 Gent', 'België', name, `Btw-nummer ${vatNumber}`],
  subject: 'Bestelling 2026-000042',
  ...taxLines(
    [{ text: 'Massageolie', quantity: 1, unitCents: 1210 }],
    decideTreatment(
      {
        scheme: 'DOMESTIC',
        sellerCountry: 'BE',
        business: { name, vatNumber, checkedAt: null, consultation: null },
      },
      { place: 'BE', evidence: [{ kind: 'SHIPPING_ADDRESS', country: 'BE' }] },
    ),
    defaultVatRates,
    new Date('2026-11-20T12:00:00Z'),
  ),
  credits: null,
})

/**
 * Issues an invoice to a Belgian business.
 * @param queued false: without its job, for a test that sends it itself
 */
export const issueToBusiness = (
  { node: { platform } }: TestShop,
  userId: string,
  { content = invoiceTo(belgianVatNumber()), queued = true } = {},
): Promise<InvoiceRow> =>
  platform.db.transaction(async tx => {
    const draft = { kind: 'INVOICE', userId, subjectId: randomUUID(), refundId: null, content } as const
    const { invoice } = await issueInvoice(tx, draft, platform.now)
    const now = platform.now()
    if (queued) await queuePeppolDocument(tx, platform, invoice)
    else
      await tx.insert(peppolDocuments).values({
        invoiceId: invoice.id,
        status: 'QUEUED',
        submissionId: randomUUIDv7(),
        queuedAt: now,
        nextAttemptAt: now,
      })
    return invoice
  })

export async function peppolRow(shop: TestShop, invoiceId: string): Promise<PeppolRow> {
  const own = eq(peppolDocuments.invoiceId, invoiceId)
  const [row] = await shop.node.platform.db.select().from(peppolDocuments).where(own)
  if (!row) throw new Error('no such document')
  return row
}
