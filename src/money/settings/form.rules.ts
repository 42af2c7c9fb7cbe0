import { parseEuroInput, formatEuroInput } from '../../wire/money.ts'
import type { Settings } from '../../wire/settings.ts'

/** The settings as they stand in the fields of a form. */
export interface SettingsFormValues {
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

const companyFields = [
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

export function toSettingsFormValues({
  company,
  trackingCost,
  holidayNotice,
  ...rest
}: Settings): SettingsFormValues {
  return {
    ...rest,
    company: Object.fromEntries(
      companyFields.map(name => [name, company[name] ?? '']),
    ) as SettingsFormValues['company'],
    trackingCost: formatEuroInput(trackingCost),
    hasNotice: holidayNotice !== null,
    holidayNotice: holidayNotice ?? { text: '', from: '', until: '' },
  }
}

/** What is sent, with the names that the fields have: a message of the contract is about the field of its name. */
export const toSettingsInput = ({ hasNotice, holidayNotice, trackingCost, ...rest }: SettingsFormValues) => ({
  ...rest,
  trackingCost: parseEuroInput(trackingCost) ?? Number.NaN,
  holidayNotice: hasNotice ? holidayNotice : null,
})

export type SettingsFieldName =
  | Exclude<keyof SettingsFormValues, 'company' | 'holidayNotice'>
  | `company.${keyof SettingsFormValues['company']}`
  | `holidayNotice.${keyof SettingsFormValues['holidayNotice']}`

/** What each field is called. */
export const settingsFieldLabels: Record<SettingsFieldName, string> = {
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

export const settingsFields = Object.keys(settingsFieldLabels) as SettingsFieldName[]

export function getSettingsFieldValue(draft: SettingsFormValues, field: SettingsFieldName): string | boolean {
  const [part = '', name] = field.split('.')
  const value = (draft as unknown as Record<string, unknown>)[part]
  return (name === undefined ? value : (value as Record<string, unknown>)[name]) as string | boolean
}

/** Something that another admin saved meanwhile. */
export interface SettingsConflict {
  field: SettingsFieldName
  theirs: string | boolean
  /** What stands in the form, where that was changed here as well. */
  mine: string | boolean | null
}

/**
 * What another admin changed since this form was opened.
 * @param opened as it was then
 */
export const findSettingsConflicts = (
  opened: SettingsFormValues,
  mine: SettingsFormValues,
  theirs: SettingsFormValues,
): SettingsConflict[] =>
  settingsFields
    .filter(field => getSettingsFieldValue(opened, field) !== getSettingsFieldValue(theirs, field))
    .filter(field => getSettingsFieldValue(mine, field) !== getSettingsFieldValue(theirs, field))
    .map(field => {
      const isMineToo = getSettingsFieldValue(mine, field) !== getSettingsFieldValue(opened, field)
      return {
        field,
        theirs: getSettingsFieldValue(theirs, field),
        mine: isMineToo ? getSettingsFieldValue(mine, field) : null,
      }
    })
