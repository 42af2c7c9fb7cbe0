import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddressLines } from '../../people/addresses/rules.ts'
import { deliveryCountries } from '../../wire/countries.ts'
import { parseAddress, parseBuyer, vatNumberLine } from './addressLines.rules.ts'

const business = { name: 'Sintel bv', vatNumber: 'NL004495445B01', checkedAt: null, consultation: null }
const bought = (buyer: string[], isBusiness = false) =>
  parseBuyer({ buyer, vat: { business: isBusiness ? business : null } as never })

/** Addresses as the form allows them, and the address in UBL of each. */
const cases = [
  ['Lindelaan 2', '3512 AB', 'Utrecht', 'Nederland'],
  ['Lindelaan 2', '3512AB', 'Utrecht', 'Nederland'],
  ['Lindelaan 2-III', '1071 XX', '’s-Hertogenbosch', 'Nederland'],
  ['Kerkstraat 12 bus 3', '9000', 'Gent', 'België'],
  ['Kerkstraat 12/3', '9000', 'Sint-Niklaas Waas', 'België'],
  ['Rue de la Loi 16 bte 4', 'B-1000', 'Bruxelles', 'België'],
  ['Straße des 17. Juni 135', '10623', 'Berlin', 'Duitsland'],
  ['Hauptstraße 5a', 'D-80331', 'München', 'Duitsland'],
  ['12 bis Rue de Rivoli 12', '75004', 'Paris 4e', 'Frankrijk'],
  ['Rue X 1', '75008', 'Paris CEDEX 08', 'Frankrijk'],
  ['Baker Street 221B', 'NW1 6XE', 'London', 'Verenigd Koninkrijk'],
  ['Main Street 1', 'K1A 0B6', 'Ottawa', 'Canada'],
  ['Main Street 1', '90210', 'Beverly Hills', 'Verenigde Staten'],
] as const

describe.each([null, 'Sintel bv', 'Afdeling 4, t.a.v. Ans'])('an address with the company %j', company => {
  describe.each([false, true])('of a business: %s', isBusiness => {
    it.each(cases)('%s, %s %s, %s', (street, postalCode, city, country) => {
      const [name = '', ...number] = street.split(' ')
      const to = { street: name, houseNumber: number.join(' '), postalCode, city, country }
      const lines = formatAddressLines({ company, ...to })
      const below = isBusiness ? [business.name, vatNumberLine(business)] : []
      expect(bought(['Ans de Vries', ...lines, ...below], isBusiness)).toEqual({
        name: 'Ans de Vries',
        email: null,
        street,
        additional: company,
        postalCode,
        city,
      })
    })
  })
})

it('loses nothing of the form’s input', () => {
  const word = fc.stringMatching(/^[A-Za-zéß0-9.'/-]{1,12}( [A-Za-zé0-9]{1,8})?$/)
  fc.assert(
    fc.property(
      word,
      word,
      word,
      word,
      fc.option(word),
      fc.constantFrom(...deliveryCountries),
      (street, houseNumber, postalCode, city, company, { name: country }) => {
        const lines = formatAddressLines({ company, street, houseNumber, postalCode, city, country })
        const parsed = bought(['Ans', ...lines])
        expect(parsed.street).toBe(`${street} ${houseNumber}`)
        expect(parsed.additional).toBe(company)
        expect([parsed.postalCode, parsed.city].filter(Boolean).join(' ')).toBe(`${postalCode} ${city}`)
      },
    ),
  )
})

const nowhere = { street: null, additional: null, city: null, postalCode: null }

it('has no address where nothing was sent, and of an erased buyer', () => {
  expect(bought(['Ans', 'ans@example.com'])).toEqual({ ...nowhere, name: 'Ans', email: 'ans@example.com' })
  expect(bought(['ans@example.com'])).toMatchObject({ ...nowhere, email: 'ans@example.com' })
  const digital = ['ans@example.com', business.name, vatNumberLine(business)]
  expect(bought(digital, true)).toMatchObject({ ...nowhere, email: 'ans@example.com' })
  expect(bought([])).toEqual({ ...nowhere, name: null, email: null })
})

it('reads the seller’s, as far as it is known', () => {
  const whole = { street: 'Kerkstraat 1', additional: null, city: 'Gent', postalCode: '9000' }
  expect(parseAddress(['Kerkstraat 1', '9000 Gent', 'België'])).toEqual(whole)
  expect(parseAddress(['Kerkstraat 1', '9000 Gent'])).toEqual(whole)
  expect(parseAddress(['Gent', 'België'])).toEqual({ ...nowhere, city: 'Gent' })
  expect(parseAddress([])).toEqual(nowhere)
})
