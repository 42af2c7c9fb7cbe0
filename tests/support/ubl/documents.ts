import { buildGiftInvoiceContent } from '../../../src/live/gifts/rules.ts'
import { vatNumberLine } from '../../../src/money/invoices/addressLines.rules.ts'
import type { InvoiceContent } from '../../../src/money/invoices/contract.ts'
import { buildVatCorrection } from '../../../src/money/invoices/correction.rules.ts'
import { buildCreditNoteContent, type CreditedRefund } from '../../../src/money/invoices/creditNote.rules.ts'
import { taxLines, type UntaxedLine } from '../../../src/money/invoices/rules.ts'
import { buildUbl } from '../../../src/money/invoices/ubl.rules.ts'
import { buildMinutesInvoiceContent } from '../../../src/money/minutes/rules.ts'
import type { VatTerms } from '../../../src/money/vat/contract.ts'
import { defaultVatRates } from '../../../src/money/vat/rates.rules.ts'
import { decideTreatment, type KnownCountries, placeCustomer } from '../../../src/money/vat/rules.ts'
import { buildOrderInvoiceContent, type InvoicedLine } from '../../../src/shop/orders/invoice.rules.ts'
import type { AppliedPromotion } from '../../../src/shop/promotions/contract.ts'
import type { VatScheme } from '../../../src/wire/vat.ts'

const issuedAt = new Date('2026-11-25T12:00:00Z')
/** The seller; under the scheme NONE without its VAT number. */
export type Seller = InvoiceContent['seller'] & { country: 'BE' | 'NL' }
export const belgian: Seller = {
  country: 'BE',
  name: 'Gloed & Co',
  address: ['Kerkstraat 1', '9000 Gent', 'België'],
  companyNumber: '0123.456.749',
  vatNumber: 'BE0123456749',
  email: 'hallo@gloed.test',
  legalForm: 'COMPANY',
  phone: null,
}

type Sale = Pick<InvoiceContent, 'buyer' | 'subject'> & { lines: readonly UntaxedLine[] }

/** The facts that decide the tax of a sale; a business is one that VIES knows. */
export interface Taxed {
  scheme?: VatScheme
  vatNumber?: string
  known?: Partial<KnownCountries>
}

/** The content of an invoice as the shop makes it. */
export function contentOf(
  sale: Sale,
  { scheme = 'OSS', vatNumber, known = { shipping: 'NL' } }: Taxed,
  { country, ...seller }: Seller = belgian,
): InvoiceContent {
  const business = vatNumber
    ? { name: 'Winkel <BV>', vatNumber, checkedAt: '2026-11-20T12:00:00Z', consultation: 'WAPI1' }
    : null
  const terms: VatTerms = { scheme, sellerCountry: country, business }
  const nowhere = { shipping: null, business: null, own: null, stated: null, payment: null }
  const placed = placeCustomer({ ...nowhere, ...known })
  const { lines, ...own } = sale
  return {
    ...own,
    buyer: business ? [...own.buyer, business.name, vatNumberLine(business)] : own.buyer,
    seller: scheme === 'NONE' ? { ...seller, vatNumber: null } : seller,
    ...taxLines(lines, decideTreatment(terms, placed), defaultVatRates, issuedAt),
    credits: null,
  }
}

const number = 'F2026-000042'
export const invoiceXml = (content: InvoiceContent, taxPointAt = issuedAt): string =>
  buildUbl({ kind: 'INVOICE', number, issuedAt, taxPointAt, content })
export const creditNoteXml = (content: InvoiceContent, taxPointAt = issuedAt): string =>
  buildUbl({ kind: 'CREDIT_NOTE', number: 'C2026-000007', issuedAt, taxPointAt, content })
/** The evening before. */
const yesterday = new Date('2026-11-24T22:59:00Z')

export const toy: InvoicedLine = {
  productName: 'Zijden "masker" <rood> & 💜',
  quantity: 2,
  pricePerItem: 4995,
  taxClass: 'STANDARD',
}
const book: InvoicedLine = {
  productName: 'Boek',
  quantity: 1,
  pricePerItem: 1495,
  taxClass: 'BOOKS',
}
export const download: InvoicedLine = {
  productName: 'E-boek',
  quantity: 1,
  pricePerItem: 999,
  taxClass: 'BOOKS',
  isDigital: true,
}
const course: InvoicedLine = {
  productName: 'Cursus',
  quantity: 1,
  pricePerItem: 12_100,
  taxClass: 'EXEMPT',
  isDigital: true,
}
export const card: InvoicedLine = {
  productName: 'Cadeaubon',
  quantity: 2,
  pricePerItem: 2500,
  isGiftCard: true,
  isDigital: true,
}
const free: InvoicedLine = { productName: 'Proefje', quantity: 1, pricePerItem: 0 }
const cents: InvoicedLine = { productName: 'Cent', quantity: 99, pricePerItem: 1 }

const address = {
  shippingFirstName: 'Ans',
  shippingLastName: 'de Vries',
  shippingCompany: null,
  shippingStreet: 'Lindelaan',
  shippingHouseNumber: '2',
  shippingPostalCode: '3512 AB',
  shippingCity: 'Utrecht',
  shippingCountry: 'Nederland',
  shippingCarrier: null,
}

export function order(lines: InvoicedLine[], { tracking = 0, shipping = 0, discount = 0 } = {}): Sale {
  const isShipped = lines.some(({ isDigital = false }) => !isDigital)
  const none = Object.fromEntries(Object.keys(address).map(key => [key, null])) as unknown as typeof address
  return buildOrderInvoiceContent(
    {
      ...(isShipped ? address : none),
      number: '2026-000042',
      trackingCost: tracking,
      shippingCost: shipping,
      ...(discount > 0 && {
        promotions: [
          {
            promotionId: 'x',
            kind: 'PERCENTAGE',
            explanation: 'najaar',
            amount: discount,
          } as unknown as AppliedPromotion,
        ],
      }),
    },
    lines,
    'sam@example.com',
  )
}

const off = (line: InvoicedLine, discount: number): InvoicedLine => ({ ...line, discount })
export const minutes = buildMinutesInvoiceContent(
  { displayName: 'Sam', email: 'sam@example.com' },
  { minutes: 5, price: 1000 },
)
const home = { own: 'BE', payment: 'BE' }
const nl = 'NL004495445B01'
const be = 'BE0987654394'
const mixed = contentOf(
  order([off(toy, 999), book, download, card], { tracking: 250, shipping: 495, discount: 999 }),
  {},
)
const toBelgian = contentOf(order([toy, book, cents, free], { shipping: 495 }), {
  scheme: 'DOMESTIC',
  vatNumber: be,
  known: { shipping: 'BE', business: 'BE' },
})
const toDutch = { vatNumber: nl, known: { shipping: 'NL', business: 'NL' } }

export const credit = (
  content: InvoiceContent,
  refund: Partial<CreditedRefund>,
  earlier: InvoiceContent[] = [],
): InvoiceContent =>
  buildCreditNoteContent(
    { ...content, number },
    {
      amountCents: content.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0),
      reason: 'Terug',
      ...refund,
    },
    earlier,
  )

const withVat = contentOf(order([toy, book, download], { tracking: 250 }), {
  scheme: 'DOMESTIC',
  known: { shipping: 'NL' },
})
const corrected = buildVatCorrection(
  { ...withVat, number },
  decideTreatment(
    {
      scheme: 'DOMESTIC',
      sellerCountry: 'BE',
      business: {
        name: 'Sintel bv',
        vatNumber: nl,
        checkedAt: '2026-12-01T08:00:00Z',
        consultation: 'WAPI2',
      },
    },
    withVat.vat,
  ),
  { now: issuedAt, returnedCents: 0 },
)

/** A document of every kind that the shop makes. */
export const documents: [name: string, xml: string][] = [
  [
    'to a consumer at home',
    invoiceXml(contentOf(order([toy]), { scheme: 'DOMESTIC', known: { shipping: 'BE' } })),
  ],
  ['of several rates, a download, shipping, tracking, a discount and gift cards', invoiceXml(mixed)],
  ['with a rate of 5.5 %', invoiceXml(contentOf(order([toy, book]), { known: { shipping: 'FR' } }))],
  ['with a rate of 0', invoiceXml(contentOf(order([toy, book]), { known: { shipping: 'IE' } }))],
  [
    'where one rate is of two classes',
    invoiceXml(contentOf(order([toy, book]), { known: { shipping: 'DK' } })),
  ],
  ['of cents', invoiceXml(contentOf(order([cents]), {}))],
  ['of which everything is off', invoiceXml(contentOf(order([off(book, 1495)], { discount: 1495 }), {}))],
  ['with something that costs nothing', invoiceXml(contentOf(order([toy, free]), {}))],
  ['of gift cards', invoiceXml(contentOf(order([card]), { known: home }))],
  ['of what is exempt, and a gift card', invoiceXml(contentOf(order([course, card]), { known: home }))],
  ['of minutes', invoiceXml(contentOf(minutes, { known: { stated: 'DE', payment: 'DE' } }))],
  [
    'of a gift to a creator',
    invoiceXml(
      contentOf(
        buildGiftInvoiceContent(
          { displayName: 'Sam', email: 'sam@example.com' },
          { giftName: 'Bloemen', amount: 2500 },
        ),
        { known: { payment: 'NL' } },
      ),
    ),
  ],
  ['of a small enterprise', invoiceXml(contentOf(order([toy, book]), { scheme: 'SMALL_ENTERPRISE' }))],
  ['of who is not subject to VAT', invoiceXml(contentOf(order([toy, card]), { scheme: 'NONE' }))],
  [
    'outside of the EU',
    invoiceXml(contentOf(order([toy, book], { tracking: 250 }), { known: { shipping: 'US' } })),
  ],
  [
    'of goods to a business in another member state',
    invoiceXml(contentOf(order([toy, book], { shipping: 495 }), toDutch)),
  ],
  [
    'of a service to one',
    invoiceXml(contentOf(order([download]), { vatNumber: nl, known: { business: 'NL' } })),
  ],
  [
    'of goods, a service, what is exempt and a card to one',
    invoiceXml(contentOf(order([toy, download, course, card]), toDutch)),
  ],
  [
    'to a business in Greece',
    invoiceXml(contentOf(order([toy]), { vatNumber: 'EL094014201', known: { shipping: 'GR' } })),
  ],
  ['to a Belgian business', invoiceXml(toBelgian)],
  [
    'of a small enterprise to a Belgian business',
    invoiceXml(
      contentOf(order([toy]), {
        scheme: 'SMALL_ENTERPRISE',
        vatNumber: be,
        known: { shipping: 'BE' },
      }),
    ),
  ],
  ['that credits all of one', creditNoteXml(credit(mixed, { voucherCents: 5000 }))],
  ['that credits a part of one', creditNoteXml(credit(mixed, { amountCents: 1001 }))],
  [
    'that credits a line of one, to store credit',
    creditNoteXml(
      credit(mixed, {
        amountCents: 999,
        classCents: { BOOKS: 999, services: { BOOKS: 999 } },
        isToCredit: true,
      }),
    ),
  ],
  ['that credits gift cards', creditNoteXml(credit(mixed, { amountCents: 2500, voucherCents: 2500 }))],
  [
    'that credits the rest of one',
    creditNoteXml(credit(mixed, { amountCents: 700 }, [credit(mixed, { amountCents: 1001 })])),
  ],
  ['that credits a Belgian business', creditNoteXml(credit(toBelgian, { amountCents: 1234 }))],
  ['that credits an invoice with VAT before it is replaced', creditNoteXml(corrected.creditNote)],
  ['that was paid the day before', invoiceXml(mixed, yesterday)],
  [
    'that credits what went back the day before',
    creditNoteXml(credit(mixed, { amountCents: 500 }), yesterday),
  ],
  ['that replaces it by one without', invoiceXml(corrected.replacement)],
]
