import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { contentRules } from '../../../tests/support/ubl/contentRules.ts'
import { contentOf, documents, invoiceXml, type Taxed } from '../../../tests/support/ubl/documents.ts'
import { orderRules } from '../../../tests/support/ubl/orderRules.ts'
import { peppolRules } from '../../../tests/support/ubl/peppolRules.ts'
import { documentsOfSellers } from '../../../tests/support/ubl/sellers.ts'
import { childrenOf, findAll } from '../../../tests/support/ubl/query.ts'
import { sumRules } from '../../../tests/support/ubl/sumRules.ts'
import { valueRules } from '../../../tests/support/ubl/valueRules.ts'
import { vatRules } from '../../../tests/support/ubl/vatRules.ts'
import { parseXml } from '../../../tests/support/ubl/xml.ts'
import { Supply, TaxClass } from '../../wire/vat.ts'
import type { XmlElement } from './xml.rules.ts'
import { euCountries } from '../../wire/countries.ts'

/**
 * The rules of EN 16931 (EN16931-UBL of validation 1.3) and of Peppol BIS Billing 3.0 that concern the shop's documents, in words of our
 * own: no library in the registry has them. Each has a change that breaks it.
 */
const rules = [...contentRules, ...sumRules, ...valueRules, ...vatRules, ...peppolRules, ...orderRules]
const broken = (root: XmlElement): string[] => rules.filter(({ holds }) => !holds(root)).map(({ id }) => id)
const parsed = documents.map(([name, xml]) => ({ name, root: parseXml(xml) }))

test.each(parsed)('an invoice $name keeps every rule', ({ root }) => {
  expect(broken(root)).toEqual([])
})

test.each(documentsOfSellers)(
  'the documents of $name keep every rule, whoever buys',
  ({ documents: all }) => {
    const faults = all.map(({ name, xml }) => [name, broken(parseXml(xml))] as const)
    expect(Object.fromEntries(faults.filter(([, ids]) => ids.length > 0))).toEqual({})
  },
)

const ofSellers = documentsOfSellers.flatMap(({ documents: all }) =>
  all.map(({ xml }) => ({ root: parseXml(xml) })),
)

describe('a rule', () => {
  it('has a name of its own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  })

  it.each(rules)('$id is broken by a change of its subject: $means', ({ id, holds, breaks }) => {
    const changed = [...parsed, ...ofSellers].flatMap(({ root }) => {
      const copy = structuredClone(root)
      breaks(copy)
      return holds(copy) ? [] : [copy]
    })
    expect(changed).not.toEqual([])
    expect(broken(changed[0] as XmlElement)).toContain(id)
  })
})

/** The paths of elements with a text, without the root. */
function pathsOf(element: XmlElement, above: string): string[] {
  return childrenOf(element).flatMap(child => {
    const path = `${above}/${child.name.replace(/^ca?[bc]c?:/, '').replace(/^(Invoice|CreditNote)Line$/, '*Line')}`
    return typeof child.content === 'string' ? [path] : pathsOf(child, path)
  })
}

const without = (root: XmlElement, leaf: number): XmlElement => {
  const copy = structuredClone(root)
  const leaves = findAll(copy).filter(({ content }) => typeof content === 'string')
  for (const parent of [copy, ...findAll(copy)])
    if (typeof parent.content !== 'string')
      parent.content = parent.content.filter(child => child !== leaves[leaf])
  return copy
}

it('notices whatever is left out, but for optional elements', () => {
  const unnoticed = new Set<string>()
  for (const { root } of parsed)
    pathsOf(root, '').forEach((path, leaf) => {
      if (broken(without(root, leaf)).length === 0) unnoticed.add(path)
    })
  // Of an address nothing but its country is asked for, and nothing of whom to ask.
  const others = [...unnoticed].filter(path => !/PostalAddress\/(?!Country)|\/Contact\//.test(path))
  expect(others.toSorted()).toEqual([
    // A price is of one piece where nothing else is said.
    '/*Line/Price/BaseQuantity',
    // The number of a business stands in its electronic address too.
    '/AccountingCustomerParty/Party/PartyLegalEntity/CompanyID',
    // Wanted by Peppol.
    '/AccountingSupplierParty/Party/EndpointID',
    // One of the seller's two numbers is enough.
    '/AccountingSupplierParty/Party/PartyLegalEntity/CompanyID',
    '/BuyerReference',
    // Required of a delivery to a business in another member state.
    '/Delivery/ActualDeliveryDate',
    // That of the issue otherwise.
    '/TaxPointDate',
  ])
})

it('keeps every rule, whatever is sold to whom', () => {
  const line = fc.record({
    text: fc.string({ minLength: 1, unit: 'grapheme' }).filter(text => text.trim() !== ''),
    quantity: fc.integer({ min: 1, max: 99 }),
    unitCents: fc.integer({ min: 0, max: 500_000 }),
    taxClass: fc.constantFrom(...TaxClass.options),
    supply: fc.constantFrom(...Supply.options),
    isVoucher: fc.boolean(),
  })
  const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map(all =>
    // Half of each is off, as a line of its own.
    all.flatMap(each =>
      each.isVoucher
        ? [each]
        : [
            each,
            {
              ...each,
              text: 'Korting',
              quantity: 1,
              unitCents: -Math.floor((each.quantity * each.unitCents) / 2),
            },
          ],
    ),
  )
  const taxed = fc.record<Taxed>({
    scheme: fc.constantFrom('DOMESTIC', 'OSS', 'SMALL_ENTERPRISE', 'NONE'),
    known: fc.record({ shipping: fc.constantFrom(...euCountries, 'US', 'GB', null) }),
  })
  const business = fc.constantFrom<Taxed>(
    { vatNumber: 'NL004495445B01', known: { shipping: 'NL' } },
    { vatNumber: 'NL004495445B01', known: { business: 'NL' } },
    { vatNumber: 'BE0987654394', known: { shipping: 'BE' } },
  )
  fc.assert(
    fc.property(lines, fc.oneof(taxed, business), (sold, by) => {
      const buyer = ['Ans de Vries', 'Lindelaan 2', '3512 AB Utrecht', 'Nederland']
      const xml = invoiceXml(contentOf({ buyer, subject: 'Bestelling 2026-000042', lines: sold }, by))
      expect(broken(parseXml(xml))).toEqual([])
    }),
  )
})
