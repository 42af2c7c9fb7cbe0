import { TOTAL, isInvoice, typeCode, onEither } from './contentRules.ts'
import {
  childrenOf,
  CUSTOMER,
  find,
  findAll,
  set,
  setAttribute,
  SUPPLIER,
  textAt,
  textOf,
  textsAt,
  type UblRule,
} from './query.ts'

/** ISO 3166-1, and for VAT numbers `EL`. */
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined

const categories = new Set(['AE', 'E', 'S', 'Z', 'G', 'O', 'K', 'L', 'M', 'B'])

/** How values are written: decimals and code lists (BR-DEC, BR-CL). */
export const valueRules: UblRule[] = [
  {
    id: 'BR-DEC-09',
    means: 'Amounts have two decimals at most: BR-DEC-09 to BR-DEC-23.',
    holds: root =>
      findAll(root)
        .filter(({ name }) => name.endsWith('Amount'))
        .every(amount => /^-?\d+(\.\d{1,2})?$/.test(textOf(amount))),
    breaks: set(`${TOTAL}/PayableAmount`, '0.001'),
  },
  {
    id: 'BR-CL-01',
    means: 'An invoice has the type 380, a credit note 381.',
    holds: root => typeCode(root) === (isInvoice(root) ? '380' : '381'),
    breaks: onEither(name => set(name, '999')),
  },
  {
    id: 'BR-CL-03',
    means: 'Every amount is in a currency of ISO 4217.',
    holds: root =>
      findAll(root)
        .filter(({ name }) => name.endsWith('Amount'))
        .every(({ attributes }) =>
          Intl.supportedValuesOf('currency').includes(attributes['currencyID'] ?? ''),
        ),
    breaks: setAttribute('TaxTotal/TaxAmount', 'currencyID', 'EURO'),
  },
  {
    id: 'BR-CL-04',
    means: 'The currency is one of ISO 4217.',
    holds: root => Intl.supportedValuesOf('currency').includes(textAt(root, 'DocumentCurrencyCode')),
    breaks: set('DocumentCurrencyCode', 'EURO'),
  },
  {
    id: 'BR-CL-14',
    means: 'Countries are those of ISO 3166-1.',
    holds: root =>
      findAll(root)
        .filter(({ name }) => name === 'cbc:IdentificationCode')
        .every(code => isCountry(textOf(code))),
    breaks: set(`${CUSTOMER}/PostalAddress/Country/IdentificationCode`, 'Nederland'),
  },
  {
    id: 'BR-CL-17',
    means: 'Groups have a category of UNCL 5305.',
    holds: root => textsAt(root, 'TaxTotal/TaxSubtotal/TaxCategory/ID').every(code => categories.has(code)),
    breaks: set('TaxTotal/TaxSubtotal/TaxCategory/ID', 'X'),
  },
  {
    id: 'BR-CL-18',
    means: 'Lines have a category of UNCL 5305.',
    holds: root => textsAt(root, '*Line/Item/ClassifiedTaxCategory/ID').every(code => categories.has(code)),
    breaks: set('*Line/Item/ClassifiedTaxCategory/ID', 'X'),
  },
  {
    id: 'BR-CL-23',
    means: 'Pieces are counted as C62 of Recommendation 20.',
    holds: root =>
      findAll(root)
        .filter(({ name }) => name.endsWith('Quantity'))
        .every(({ attributes }) => attributes['unitCode'] === 'C62'),
    breaks: setAttribute('*Line/Price/BaseQuantity', 'unitCode', 'stuk'),
  },
  {
    id: 'BR-CL-25',
    means:
      'Electronic addresses are of a list of EAS: company numbers of Belgium and the Netherlands, Dutch VAT numbers, or e-mail.',
    holds: root =>
      [SUPPLIER, CUSTOMER].every(party =>
        find(root, `${party}/EndpointID`).every(({ attributes }) =>
          ['0208', '0106', '9944', 'EM'].includes(attributes['schemeID'] ?? ''),
        ),
      ),
    breaks: setAttribute(`${SUPPLIER}/EndpointID`, 'schemeID', '9999'),
  },
  {
    id: 'BR-CL-11',
    means: 'Numbers of companies are of a register that ISO 6523 knows.',
    holds: root =>
      [SUPPLIER, CUSTOMER].every(party =>
        find(root, `${party}/PartyLegalEntity/CompanyID`).every(({ attributes }) =>
          [undefined, '0208', '0106'].includes(attributes['schemeID']),
        ),
      ),
    breaks: setAttribute(`${SUPPLIER}/PartyLegalEntity/CompanyID`, 'schemeID', 'KVK'),
  },
  {
    id: 'own: VAT',
    means: 'Each tax is VAT, but what a seller without its number is registered for.',
    holds: root =>
      findAll(root)
        .filter(({ name }) => name === 'cac:TaxScheme')
        .every(scheme => childrenOf(scheme).length === 1) &&
      findAll(root)
        .filter(({ name }) => name.endsWith('TaxCategory'))
        .every(category => textAt(category, 'TaxScheme/ID') === 'VAT') &&
      find(root, `${CUSTOMER}/PartyTaxScheme`).every(tax => textAt(tax, 'TaxScheme/ID') === 'VAT'),
    breaks: set('TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID', 'TAX'),
  },
]
