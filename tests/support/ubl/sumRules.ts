import { TOTAL, eachWants } from './contentRules.ts'
import {
  add,
  both,
  centsAt,
  CUSTOMER,
  find,
  groupsOf,
  has,
  linesOf,
  more,
  remove,
  set,
  sumAt,
  SUPPLIER,
  textAt,
  type UblRule,
} from './query.ts'
import { isEuCountry } from '../../../src/wire/countries.ts'

const isVatNumber = (text: string): boolean =>
  /^[A-Z]{2}/.test(text) && isEuCountry(text.slice(0, 2).replace('EL', 'GR'))

/** How its parts belong together (BR-CO). */
export const sumRules: UblRule[] = [
  {
    id: 'BR-CO-03',
    means: 'It has the day on which VAT is due, or a code for it, not both.',
    holds: root => !(has(root, 'TaxPointDate') && has(root, 'InvoicePeriod/DescriptionCode')),
    breaks: both(
      add('', { name: 'cbc:TaxPointDate', attributes: {}, content: '2026-11-25' }),
      add('', {
        name: 'cac:InvoicePeriod',
        attributes: {},
        content: [{ name: 'cbc:DescriptionCode', attributes: {}, content: '35' }],
      }),
    ),
  },
  eachWants('BR-CO-04', '*Line', 'Item/ClassifiedTaxCategory/ID', 'Each line has a category of VAT.'),
  {
    id: 'BR-CO-09',
    means: 'VAT numbers begin with their country.',
    holds: root =>
      [SUPPLIER, CUSTOMER].every(party =>
        find(root, `${party}/PartyTaxScheme`)
          .filter(tax => textAt(tax, 'TaxScheme/ID') === 'VAT')
          .every(tax => isVatNumber(textAt(tax, 'CompanyID'))),
      ),
    breaks: set(`${SUPPLIER}/PartyTaxScheme/CompanyID`, text => text.slice(2)),
  },
  {
    id: 'BR-CO-10',
    means: 'The lines add up to their sum.',
    holds: root =>
      centsAt(root, `${TOTAL}/LineExtensionAmount`) === sumAt(linesOf(root), 'LineExtensionAmount'),
    breaks: set('*Line/LineExtensionAmount', more(1)),
  },
  {
    id: 'BR-CO-13',
    means: 'The total without VAT is the sum of the lines: what is off is a line here.',
    holds: root =>
      centsAt(root, `${TOTAL}/TaxExclusiveAmount`) === centsAt(root, `${TOTAL}/LineExtensionAmount`),
    breaks: set(`${TOTAL}/TaxExclusiveAmount`, more(1)),
  },
  {
    id: 'BR-CO-14',
    means: 'The VAT of the groups adds up to that of the document.',
    holds: root => centsAt(root, 'TaxTotal/TaxAmount') === sumAt(groupsOf(root), 'TaxAmount'),
    breaks: set('TaxTotal/TaxAmount', more(1)),
  },
  {
    id: 'BR-CO-15',
    means: 'The total with VAT is that without it and the VAT.',
    holds: root =>
      centsAt(root, `${TOTAL}/TaxInclusiveAmount`) ===
      centsAt(root, `${TOTAL}/TaxExclusiveAmount`) + centsAt(root, 'TaxTotal/TaxAmount'),
    breaks: set(`${TOTAL}/TaxInclusiveAmount`, more(1)),
  },
  {
    id: 'BR-CO-16',
    means: 'What is left to pay is the total less what was paid.',
    holds: root =>
      centsAt(root, `${TOTAL}/PayableAmount`) ===
      centsAt(root, `${TOTAL}/TaxInclusiveAmount`) - centsAt(root, `${TOTAL}/PrepaidAmount`),
    breaks: set(`${TOTAL}/PrepaidAmount`, more(1)),
  },
  {
    id: 'BR-CO-17',
    // The published rule lets a whole euro pass; prices that include VAT and credit notes in parts differ by two cents at most.
    means: 'The VAT of a group is its amount times its rate.',
    holds: root =>
      groupsOf(root).every(group => {
        const rate = Number(textAt(group, 'TaxCategory/Percent') || 0)
        const expected = (centsAt(group, 'TaxableAmount') * rate) / 100
        return Math.abs(centsAt(group, 'TaxAmount') - expected) <= 2
      }),
    breaks: set('TaxTotal/TaxSubtotal/TaxAmount', more(3)),
  },
  {
    id: 'BR-CO-18',
    means: 'It has a group of VAT.',
    holds: root => groupsOf(root).length > 0,
    breaks: remove('TaxTotal/TaxSubtotal'),
  },
  {
    id: 'BR-CO-26',
    means: 'The seller has a number, of an enterprise or for VAT.',
    holds: root =>
      has(root, `${SUPPLIER}/PartyLegalEntity/CompanyID`) ||
      has(root, `${SUPPLIER}/PartyTaxScheme/CompanyID`),
    breaks: both(remove(`${SUPPLIER}/PartyLegalEntity/CompanyID`), remove(`${SUPPLIER}/PartyTaxScheme`)),
  },
]
