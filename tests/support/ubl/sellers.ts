import type { VatScheme } from '../../../src/wire/vat.ts'
import {
  belgian,
  card,
  contentOf,
  credit,
  creditNoteXml,
  download,
  invoiceXml,
  minutes,
  order,
  type Seller,
  type Taxed,
  toy,
} from './documents.ts'

const dutch: Seller = {
  ...belgian,
  country: 'NL',
  address: ['Lindelaan 1', '3512 AB Utrecht', 'Nederland'],
  companyNumber: '12345678',
  vatNumber: 'NL004495445B01',
}

const sellers: Record<string, Seller & { scheme: VatScheme }> = {
  'a Belgian seller': { ...belgian, scheme: 'DOMESTIC' },
  'a Belgian seller with OSS': { ...belgian, scheme: 'OSS' },
  'a Belgian seller without an enterprise number': { ...belgian, scheme: 'OSS', companyNumber: null },
  'a small enterprise': { ...belgian, scheme: 'SMALL_ENTERPRISE' },
  'a small enterprise without a VAT number': { ...belgian, scheme: 'SMALL_ENTERPRISE', vatNumber: null },
  'a Belgian seller who is not subject to VAT': { ...belgian, scheme: 'NONE' },
  'a Dutch seller': { ...dutch, scheme: 'DOMESTIC' },
  'a Dutch seller with OSS': { ...dutch, scheme: 'OSS' },
  'a Dutch seller without a KVK number': { ...dutch, scheme: 'OSS', companyNumber: null },
  'a Dutch seller with a Belgian VAT number alone': {
    ...dutch,
    scheme: 'DOMESTIC',
    companyNumber: null,
    vatNumber: belgian.vatNumber,
  },
  'a Dutch seller who is not subject to VAT': { ...dutch, scheme: 'NONE' },
  'a seller whose number is in no register': { ...dutch, scheme: 'NONE', companyNumber: 'in aanvraag' },
}

const buyers: Record<string, Omit<Taxed, 'scheme'>> = {
  'a Belgian': { known: { shipping: 'BE' } },
  'a Dutch consumer': { known: { shipping: 'NL' } },
  'a French consumer': { known: { shipping: 'FR' } },
  'an American': { known: { shipping: 'US' } },
  'who is nowhere': { known: {} },
  'a Belgian business': { vatNumber: 'BE0987654394', known: { shipping: 'BE', business: 'BE' } },
  'a Belgian business elsewhere': { vatNumber: 'BE0987654394', known: { shipping: 'NL', business: 'BE' } },
  'a Dutch business': { vatNumber: 'NL004495445B01', known: { shipping: 'NL', business: 'NL' } },
  'a Greek business': { vatNumber: 'EL094014201', known: { shipping: 'GR', business: 'GR' } },
}

const goods = order([toy], { shipping: 495 })
const mixed = order([toy, download, card], { tracking: 250, discount: 500 })
/** Where they say to be, because nothing is sent to them. */
const withoutParcel = ({ known = {}, ...by }: Taxed): Taxed => {
  const { shipping = null, ...others } = known
  return { ...by, known: { ...others, stated: shipping } }
}

const kinds: Record<string, (by: Taxed, seller: Seller) => string> = {
  'an invoice of goods': (by, seller) => invoiceXml(contentOf(goods, by, seller)),
  'one of goods, a download and a gift card': (by, seller) => invoiceXml(contentOf(mixed, by, seller)),
  'one of minutes': (by, seller) => invoiceXml(contentOf(minutes, withoutParcel(by), seller)),
  'one of a gift card': (by, seller) => invoiceXml(contentOf(order([card]), withoutParcel(by), seller)),
  'a credit note': (by, seller) => creditNoteXml(credit(contentOf(goods, by, seller), { amountCents: 777 })),
  'a whole credit note': (by, seller) =>
    creditNoteXml(credit(contentOf(mixed, by, seller), { voucherCents: 5000 })),
}

/** Each kind of document from each seller to each buyer, by the seller. */
export const documentsOfSellers = Object.entries(sellers).map(([name, { scheme, ...seller }]) => ({
  name,
  documents: Object.entries(buyers).flatMap(([buyer, by]) =>
    Object.entries(kinds).map(([kind, write]) => ({
      name: `${kind} to ${buyer}`,
      xml: write({ ...by, scheme }, seller),
    })),
  ),
}))
