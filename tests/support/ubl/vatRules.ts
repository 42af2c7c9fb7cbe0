import type { XmlElement } from '../../../src/money/invoices/xml.rules.ts'
import {
  centsAt,
  codeOfGroup,
  codeOfLine,
  CUSTOMER,
  find,
  groupsOf,
  has,
  linesOf,
  more,
  rateOfLine,
  remove,
  repeat,
  set,
  sumAt,
  SUPPLIER,
  textAt,
  type Mutation,
  type UblRule,
} from './query.ts'

/** A category of VAT as the rules of its own name it. */
interface Category {
  /** The rules are BR-…-01 to -10. */
  prefix: string
  code: string
  means: string
}

const categories: Category[] = [
  { prefix: 'S', code: 'S', means: 'at a rate' },
  { prefix: 'Z', code: 'Z', means: 'at a rate of 0' },
  { prefix: 'E', code: 'E', means: 'exempt' },
  { prefix: 'AE', code: 'AE', means: 'reversed, of services' },
  { prefix: 'IC', code: 'K', means: 'of goods to a business in another member state' },
  { prefix: 'G', code: 'G', means: 'of export' },
  { prefix: 'O', code: 'O', means: 'not subject to VAT' },
]

const CATEGORY = 'TaxTotal/TaxSubtotal/TaxCategory'
const linesIn = (root: XmlElement, code: string) => linesOf(root).filter(line => codeOfLine(line) === code)
const groupsIn = (root: XmlElement, code: string) =>
  groupsOf(root).filter(group => codeOfGroup(group) === code)

/** Changes the groups, or the lines, of a category only. */
const ofGroups =
  (code: string, change: Mutation): Mutation =>
  root => {
    for (const group of groupsIn(root, code)) change(group)
  }
const ofLines =
  (code: string, change: Mutation): Mutation =>
  root => {
    for (const line of linesIn(root, code)) change(line)
  }

/** Goods and services of a category are in a group of it, and no other amounts are. */
const groupRule = ({ prefix, code, means }: Category): UblRule => ({
  id: `BR-${prefix}-01`,
  means: `What is ${means} has ${code === 'S' ? 'a group' : 'one group'}, and no group is without lines.`,
  holds: root => {
    const groups = groupsIn(root, code).length
    if (linesIn(root, code).length === 0) return groups === 0
    return code === 'S' ? groups > 0 : groups === 1
  },
  breaks:
    code === 'S'
      ? root => {
          if (groupsIn(root, code).length > 0) remove('TaxTotal/TaxSubtotal')(root)
        }
      : root => {
          if (groupsIn(root, code).length > 0)
            repeat('TaxTotal/TaxSubtotal', set('TaxCategory/ID', code))(root)
        },
})

/** Whether the seller has a VAT number, and not only another one for taxes (BT-32). */
const numberedForVat = (root: XmlElement): boolean =>
  find(root, `${SUPPLIER}/PartyTaxScheme`).some(
    tax => has(tax, 'CompanyID') && textAt(tax, 'TaxScheme/ID') === 'VAT',
  )

const numberRule = ({ prefix, code, means }: Category): UblRule => {
  const ofSeller = `${SUPPLIER}/PartyTaxScheme/CompanyID`
  const ofBuyer = `${CUSTOMER}/PartyTaxScheme/CompanyID`
  const wantsBuyer = code === 'AE' || code === 'K'
  const wantsVat = wantsBuyer || code === 'G'
  const id = `BR-${prefix}-02`
  if (code === 'O')
    return {
      id,
      means: 'Who is not subject to VAT names no VAT number, nor the buyer’s.',
      holds: root => linesIn(root, code).length === 0 || !(numberedForVat(root) || has(root, ofBuyer)),
      breaks: ofWhole(code, root => {
        const [party] = find(root, SUPPLIER)
        const leaf = (name: string, content: string) => ({ name, attributes: {}, content })
        const scheme = { name: 'cac:TaxScheme', attributes: {}, content: [leaf('cbc:ID', 'VAT')] }
        const content = [leaf('cbc:CompanyID', 'BE0123456749'), scheme]
        if (party && typeof party.content !== 'string')
          party.content.push({ name: 'cac:PartyTaxScheme', attributes: {}, content })
      }),
    }
  return {
    id,
    means: `What is ${means} is of a seller with a VAT number${wantsBuyer ? ', to a buyer with one' : wantsVat ? '' : ', or another for taxes'}.`,
    holds: root =>
      linesIn(root, code).length === 0 ||
      ((wantsVat ? numberedForVat(root) : has(root, ofSeller)) && (!wantsBuyer || has(root, ofBuyer))),
    breaks: wantsBuyer ? remove(`${CUSTOMER}/PartyTaxScheme`) : remove(`${SUPPLIER}/PartyTaxScheme`),
  }
}

const ofWhole =
  (code: string, change: Mutation): Mutation =>
  root => {
    if (linesIn(root, code).length > 0) change(root)
  }

const rateRule = ({ prefix, code, means }: Category): UblRule => ({
  id: `BR-${prefix}-05`,
  means: `A line ${means} has ${code === 'S' ? 'a rate above 0' : code === 'O' ? 'no rate' : 'a rate of 0'}.`,
  holds: root =>
    linesIn(root, code).every(line => {
      const rate = rateOfLine(line)
      if (code === 'O') return rate === ''
      return code === 'S' ? Number(rate) > 0 : rate !== '' && Number(rate) === 0
    }),
  breaks: ofLines(
    code,
    code === 'O'
      ? root => {
          const [category] = find(root, 'Item/ClassifiedTaxCategory')
          if (category && typeof category.content !== 'string')
            category.content.push({ name: 'cbc:Percent', attributes: {}, content: '0' })
        }
      : set('Item/ClassifiedTaxCategory/Percent', code === 'S' ? '0' : '21'),
  ),
})

/** To the cent, where the published rule of taxable amounts lets a euro pass. */
const amountRule = ({ prefix, code, means }: Category): UblRule => ({
  id: `BR-${prefix}-08`,
  means: `The amount of a group ${means} is the sum of its lines${code === 'S' ? ' of that rate' : ''}.`,
  holds: root =>
    groupsIn(root, code).every(group => {
      const rate = textAt(group, 'TaxCategory/Percent')
      const own = linesIn(root, code).filter(line => code !== 'S' || rateOfLine(line) === rate)
      return own.length > 0 && centsAt(group, 'TaxableAmount') === sumAt(own, 'LineExtensionAmount')
    }),
  breaks: ofGroups(code, set('TaxableAmount', more(1))),
})

const taxRule = ({ prefix, code, means }: Category): UblRule => ({
  id: `BR-${prefix}-09`,
  means:
    code === 'S'
      ? 'The VAT of a group is its amount times its rate, to two cents.'
      : `The VAT of a group ${means} is 0.`,
  holds: root =>
    groupsIn(root, code).every(group => {
      const rate = code === 'S' ? Number(textAt(group, 'TaxCategory/Percent')) : 0
      const expected = (centsAt(group, 'TaxableAmount') * rate) / 100
      return Math.abs(centsAt(group, 'TaxAmount') - expected) <= (code === 'S' ? 2 : 0)
    }),
  breaks: ofGroups(code, set('TaxAmount', more(code === 'S' ? 3 : 1))),
})

const reasonRule = ({ prefix, code, means }: Category): UblRule => {
  const isTaxed = code === 'S' || code === 'Z'
  return {
    id: `BR-${prefix}-10`,
    means: `A group ${means} says ${isTaxed ? 'no reason' : 'why there is no VAT'}.`,
    holds: root =>
      groupsIn(root, code).every(group => has(group, 'TaxCategory/TaxExemptionReason') === !isTaxed),
    breaks: ofGroups(code, group => {
      const [category] = find(group, 'TaxCategory')
      if (!category || typeof category.content === 'string') return
      if (isTaxed) category.content.push({ name: 'cbc:TaxExemptionReason', attributes: {}, content: 'x' })
      else remove('TaxCategory/TaxExemptionReason')(group)
    }),
  }
}

/** The rules of the categories of VAT that the shop writes. */
export const vatRules: UblRule[] = [
  ...categories.flatMap(category => [
    groupRule(category),
    numberRule(category),
    rateRule(category),
    amountRule(category),
    taxRule(category),
    reasonRule(category),
  ]),
  {
    id: 'BR-IC-11',
    means: 'What goes to a business in another member state says when.',
    holds: root => groupsIn(root, 'K').length === 0 || textAt(root, 'Delivery/ActualDeliveryDate') !== '',
    breaks: ofWhole('K', remove('Delivery/ActualDeliveryDate')),
  },
  {
    id: 'BR-IC-12',
    means: 'What goes to a business in another member state says to which.',
    holds: root =>
      groupsIn(root, 'K').length === 0 ||
      textAt(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode') !== '',
    breaks: ofWhole('K', remove('Delivery/DeliveryLocation')),
  },
  {
    id: 'BR-O-11',
    means: 'Beside what is not subject to VAT there is no other group.',
    holds: root => groupsIn(root, 'O').length === 0 || groupsOf(root).length === 1,
    breaks: ofWhole('O', repeat('TaxTotal/TaxSubtotal', set('TaxCategory/ID', 'E'))),
  },
  {
    id: 'BR-O-12',
    means: 'Beside what is not subject to VAT there are no other lines.',
    holds: root => groupsIn(root, 'O').length === 0 || linesOf(root).every(line => codeOfLine(line) === 'O'),
    breaks: ofWhole('O', repeat('InvoiceLine', set('Item/ClassifiedTaxCategory/ID', 'E'))),
  },
  {
    id: 'own: rates',
    means: 'There is one group of each category and rate, and its lines have that rate.',
    holds: root => {
      const keys = find(root, CATEGORY).map(each => `${textAt(each, 'ID')} ${textAt(each, 'Percent')}`)
      const known = new Set(keys)
      return (
        known.size === keys.length &&
        linesOf(root).every(line => known.has(`${codeOfLine(line)} ${rateOfLine(line)}`))
      )
    },
    breaks: set('*Line/Item/ClassifiedTaxCategory/Percent', '17'),
  },
]
