import { centsTyped, eurosTyped } from '../../wire/money.ts'
import type { Settings } from '../../wire/settings.ts'

/** The settings as they stand in the fields of a form. */
export interface Draft {
  shopName: string
  company: Record<Exclude<keyof Settings['company'], 'country'>, string> &
    Pick<Settings['company'], 'country'>
  vatMode: Settings['vatMode']
  placeholderRating: boolean
  storefrontAccess: Settings['storefrontAccess']
  /** Euros. */
  trackingCost: string
  hasNotice: boolean
  holidayNotice: { text: string; from: string; until: string }
}

const companyNames = [
  'name',
  'street',
  'postalCode',
  'city',
  'country',
  'companyNumber',
  'vatNumber',
  'email',
  'phone',
  'complaintsAddress',
] as const

export function draftOf({ company, trackingCost, holidayNotice, ...rest }: Settings): Draft {
  return {
    ...rest,
    company: Object.fromEntries(companyNames.map(name => [name, company[name] ?? ''])) as Draft['company'],
    trackingCost: eurosTyped(trackingCost),
    hasNotice: holidayNotice !== null,
    holidayNotice: holidayNotice ?? { text: '', from: '', until: '' },
  }
}

/** What is sent, with the names that the fields have: a message of the contract is about the field of its name. */
export const settingsIn = ({ hasNotice, holidayNotice, trackingCost, ...rest }: Draft) => ({
  ...rest,
  trackingCost: centsTyped(trackingCost) ?? Number.NaN,
  holidayNotice: hasNotice ? holidayNotice : null,
})

export type FieldName =
  | Exclude<keyof Draft, 'company' | 'holidayNotice'>
  | `company.${keyof Draft['company']}`
  | `holidayNotice.${keyof Draft['holidayNotice']}`

/** What each field is called. */
export const fieldNames: Record<FieldName, string> = {
  shopName: 'Naam van de winkel',
  storefrontAccess: 'Wie mag rondkijken',
  placeholderRating: 'Verzonnen beoordeling',
  trackingCost: 'Prijs van track & trace',
  vatMode: 'Btw',
  'company.name': 'Naam van het bedrijf',
  'company.street': 'Straat en huisnummer',
  'company.postalCode': 'Postcode',
  'company.city': 'Plaats',
  'company.country': 'Land',
  'company.companyNumber': 'Ondernemingsnummer',
  'company.vatNumber': 'Btw-nummer',
  'company.email': 'E-mailadres',
  'company.phone': 'Telefoonnummer',
  'company.complaintsAddress': 'Klachtenadres',
  hasNotice: 'Bericht tonen',
  'holidayNotice.text': 'Bericht',
  'holidayNotice.from': 'Eerste dag',
  'holidayNotice.until': 'Laatste dag',
}

export const fields = Object.keys(fieldNames) as FieldName[]

export function valueAt(draft: Draft, field: FieldName): string | boolean {
  const [part = '', name] = field.split('.')
  const value = (draft as unknown as Record<string, unknown>)[part]
  return (name === undefined ? value : (value as Record<string, unknown>)[name]) as string | boolean
}

/** Something that another admin saved meanwhile. */
export interface Meanwhile {
  field: FieldName
  theirs: string | boolean
  /** What stands in the form, where that was changed here as well. */
  mine: string | boolean | null
}

/**
 * What another admin changed since this form was opened.
 * @param opened as it was then
 */
export const changedMeanwhile = (opened: Draft, mine: Draft, theirs: Draft): Meanwhile[] =>
  fields
    .filter(field => valueAt(opened, field) !== valueAt(theirs, field))
    .filter(field => valueAt(mine, field) !== valueAt(theirs, field))
    .map(field => {
      const isMineToo = valueAt(mine, field) !== valueAt(opened, field)
      return { field, theirs: valueAt(theirs, field), mine: isMineToo ? valueAt(mine, field) : null }
    })
