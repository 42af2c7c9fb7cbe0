import { keysOf } from '../../../wire/records.ts'
import { parseEuroInput, formatEuroInput } from '../../../wire/money.ts'
import { otherPromisedCountries } from '../../../wire/delivery.ts'
import type { DeliverySettings } from '../../../wire/deliverySettings.ts'
import type { PaymentMethod, PaymentUse } from '../../../wire/paymentSettings.ts'
import type { Settings } from '../../../wire/settings.ts'
import { paymentMethodLabels, paymentUseLabels } from '../../payments/labels.rules.ts'

const deliveryDayFields = [
  'daysNL',
  'daysBE',
  ...otherPromisedCountries.map(code => `days${code}` as const),
] as const

/**
 * The settings that the form begins with when no day is promised: the usual days of a standard parcel from Belgium, which the owner
 * corrects.
 */
const usualDelivery: DeliverySettings = {
  cutOff: '16:00',
  daysNL: 1,
  daysBE: 2,
  daysDE: 2,
  daysFR: 3,
  daysIT: 4,
  daysES: 4,
  daysGB: 5,
  daysUS: 10,
  daysCA: 10,
  daysAU: 15,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
}

const mapNames = <Name extends string, To>(names: readonly Name[], map: (name: Name) => To) =>
  Object.fromEntries(names.map(name => [name, map(name)])) as Record<Name, To>

/** Numbers of days as they are typed; empty where no day is promised. */
const deliveryDaysAsText = (delivery: DeliverySettings) =>
  mapNames(deliveryDayFields, name => (delivery[name] ? String(delivery[name]) : ''))

const methods = keysOf(paymentMethodLabels)

/** The settings as values of form fields; the tracking cost in euros. */
export const toSettingsFormValues = ({
  company,
  trackingCost,
  shipsTo,
  freeShippingFrom,
  lowStockThreshold,
  giftCardMonths,
  identityImageDays,
  payoutIban,
  payoutMinimum,
  holidayNotice,
  delivery,
  paymentProviders,
  fixedFees,
  feePerMille,
  finalDays,
  ...rest
}: Settings) => ({
  ...rest,
  /** Empty for the provider of the environment. */
  paymentProviders: mapNames(keysOf(paymentUseLabels), use => paymentProviders[use] ?? ''),
  fixedFees: mapNames(methods, method => formatEuroInput(fixedFees[method])),
  feePerMille: mapNames(methods, method => String(feePerMille[method]).replace('.', ',')),
  finalDays: mapNames(methods, method => String(finalDays[method])),
  company: {
    name: company.name,
    legalForm: company.legalForm,
    country: company.country,
    street: company.street ?? '',
    postalCode: company.postalCode ?? '',
    city: company.city ?? '',
    companyNumber: company.companyNumber ?? '',
    vatNumber: company.vatNumber ?? '',
    email: company.email ?? '',
    phone: company.phone ?? '',
    complaintsAddress: company.complaintsAddress ?? '',
    producerNumbers: company.producerNumbers ?? '',
  },
  trackingCost: formatEuroInput(trackingCost),
  /** The codes of the countries, with spaces between them. */
  shipsTo: shipsTo.join(' '),
  freeShippingFrom: formatEuroInput(freeShippingFrom),
  lowStockThreshold: String(lowStockThreshold),
  giftCardMonths: String(giftCardMonths),
  identityImageDays: String(identityImageDays),
  payoutIban: payoutIban ?? '',
  payoutMinimum: formatEuroInput(payoutMinimum),
  hasNotice: holidayNotice !== null,
  holidayNotice: holidayNotice ?? { text: '', from: '', until: '' },
  hasDelivery: delivery !== null,
  delivery: {
    ...(delivery ?? usualDelivery),
    ...deliveryDaysAsText(delivery ?? usualDelivery),
  },
})

export type SettingsFormValues = ReturnType<typeof toSettingsFormValues>

/** An empty field is not 0, which means something else. */
const toNumber = (typed: string): number =>
  typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'))

/** The input of `changeSettings`, with the same names as the fields, so that its errors find their field. */
export const toSettingsInput = ({
  hasNotice,
  holidayNotice,
  trackingCost,
  shipsTo,
  freeShippingFrom,
  lowStockThreshold,
  giftCardMonths,
  identityImageDays,
  payoutMinimum,
  hasDelivery,
  delivery,
  paymentProviders,
  fixedFees,
  feePerMille,
  finalDays,
  ...rest
}: SettingsFormValues) => ({
  ...rest,
  paymentProviders: Object.fromEntries(Object.entries(paymentProviders).filter(([, name]) => name !== '')),
  fixedFees: mapNames(methods, method => parseEuroInput(fixedFees[method]) ?? Number.NaN),
  feePerMille: mapNames(methods, method => toNumber(feePerMille[method])),
  finalDays: mapNames(methods, method => toNumber(finalDays[method])),
  trackingCost: parseEuroInput(trackingCost) ?? Number.NaN,
  shipsTo: shipsTo.split(' ').filter(Boolean),
  freeShippingFrom: parseEuroInput(freeShippingFrom) ?? Number.NaN,
  lowStockThreshold: toNumber(lowStockThreshold),
  giftCardMonths: Number(giftCardMonths),
  identityImageDays: toNumber(identityImageDays),
  payoutMinimum: parseEuroInput(payoutMinimum) ?? Number.NaN,
  holidayNotice: hasNotice ? holidayNotice : null,
  delivery: hasDelivery
    ? {
        ...delivery,
        ...mapNames(deliveryDayFields, name => (delivery[name]?.trim() ? Number(delivery[name]) : null)),
        daysNL: Number(delivery.daysNL),
        daysBE: Number(delivery.daysBE),
      }
    : null,
})

export type SettingsFieldName =
  | Exclude<
      keyof SettingsFormValues,
      | 'company'
      | 'holidayNotice'
      | 'delivery'
      | 'paymentProviders'
      | 'fixedFees'
      | 'feePerMille'
      | 'finalDays'
    >
  | `paymentProviders.${PaymentUse}`
  | `fixedFees.${PaymentMethod}`
  | `feePerMille.${PaymentMethod}`
  | `finalDays.${PaymentMethod}`
  | `company.${keyof SettingsFormValues['company']}`
  | `holidayNotice.${keyof SettingsFormValues['holidayNotice']}`
  | `delivery.${keyof SettingsFormValues['delivery']}`

/** The labels of the fields of a part, by their names. */
const labelsOf = <Part extends string, Name extends string>(
  part: Part,
  labels: Record<Name, string>,
  text: (label: string) => string,
) => {
  const names = keysOf(labels).map(name => `${part}.${name}` as const)
  return mapNames(names, name => text(labels[name.slice(part.length + 1) as Name]))
}

export const settingsFieldLabels: Record<SettingsFieldName, string> = {
  shopName: 'Naam van de winkel',
  storefrontAccess: 'Wie mag rondkijken',
  placeholderRating: 'Verzonnen beoordeling',
  creatorProgramme: 'Creators melden zich aan',
  identityImageDays: 'Foto’s van documenten bewaren',
  forbiddenWords: 'Verboden woorden',
  trackingCost: 'Prijs van track & trace',
  shipsTo: 'Landen waarheen we verzenden',
  shippingPricing: 'Standaardverzending',
  freeShippingFrom: 'Gratis verzending vanaf',
  labelSender: 'Afzender op labels',
  lowStockThreshold: 'Bijna op vanaf, in stuks',
  giftCardMonths: 'Cadeaubon geldig, in maanden',
  creditBuysAll: 'Cadeaubonnen en tegoed voor alles',
  ...labelsOf('paymentProviders', paymentUseLabels, label => `Betaaldienst voor ${label.toLowerCase()}`),
  ...labelsOf('fixedFees', paymentMethodLabels, label => `Vast bedrag, ${label}`),
  ...labelsOf('feePerMille', paymentMethodLabels, label => `Promille, ${label}`),
  ...labelsOf('finalDays', paymentMethodLabels, label => `Zeker na, ${label}`),
  payoutIban: 'Rekening voor uitbetalingen',
  payoutMinimum: 'Minste uitbetaling',
  payoutRhythm: 'Wanneer uitbetaald wordt',
  vatScheme: 'Btw-regeling',
  vatEvidence: 'Bewijs van het land',
  'company.name': 'Naam van het bedrijf',
  'company.legalForm': 'Rechtsvorm',
  'company.street': 'Straat en huisnummer',
  'company.postalCode': 'Postcode',
  'company.city': 'Plaats',
  'company.country': 'Land',
  'company.companyNumber': 'Ondernemingsnummer',
  'company.vatNumber': 'Btw-nummer',
  'company.email': 'E-mailadres',
  'company.phone': 'Telefoonnummer',
  'company.complaintsAddress': 'Klachtenadres',
  'company.producerNumbers': 'Registraties als producent',
  hasNotice: 'Bericht tonen',
  'holidayNotice.text': 'Bericht',
  'holidayNotice.from': 'Eerste dag',
  'holidayNotice.until': 'Laatste dag',
  hasDelivery: 'Dag van bezorging beloven',
  'delivery.cutOff': 'Uiterste besteltijd',
  'delivery.daysNL': 'Werkdagen naar Nederland',
  'delivery.daysBE': 'Werkdagen naar België',
  'delivery.daysDE': 'Werkdagen naar Duitsland',
  'delivery.daysFR': 'Werkdagen naar Frankrijk',
  'delivery.daysIT': 'Werkdagen naar Italië',
  'delivery.daysES': 'Werkdagen naar Spanje',
  'delivery.daysGB': 'Werkdagen naar het Verenigd Koninkrijk',
  'delivery.daysUS': 'Werkdagen naar de Verenigde Staten',
  'delivery.daysCA': 'Werkdagen naar Canada',
  'delivery.daysAU': 'Werkdagen naar Australië',
  'delivery.monday': 'Verzenden op maandag',
  'delivery.tuesday': 'Verzenden op dinsdag',
  'delivery.wednesday': 'Verzenden op woensdag',
  'delivery.thursday': 'Verzenden op donderdag',
  'delivery.friday': 'Verzenden op vrijdag',
}

export const settingsFields = Object.keys(settingsFieldLabels) as SettingsFieldName[]

export function getSettingsFieldValue(
  values: SettingsFormValues,
  field: SettingsFieldName,
): string | boolean {
  const [part = '', name] = field.split('.')
  const value = (values as unknown as Record<string, unknown>)[part]
  return (name === undefined ? value : (value as Record<string, unknown>)[name]) as string | boolean
}

/** A field that another admin saved since this form was opened. */
export interface SettingsConflict {
  field: SettingsFieldName
  theirs: string | boolean
  /** The value in this form; null when it was not changed here. */
  mine: string | boolean | null
}

/** The fields that another admin changed since this form was opened. @param opened the values at that time */
export const findSettingsConflicts = (
  opened: SettingsFormValues,
  mine: SettingsFormValues,
  theirs: SettingsFormValues,
): SettingsConflict[] =>
  settingsFields
    .filter(field => getSettingsFieldValue(opened, field) !== getSettingsFieldValue(theirs, field))
    .filter(field => getSettingsFieldValue(mine, field) !== getSettingsFieldValue(theirs, field))
    .map(field => {
      const hasOwnChange = getSettingsFieldValue(mine, field) !== getSettingsFieldValue(opened, field)
      return {
        field,
        theirs: getSettingsFieldValue(theirs, field),
        mine: hasOwnChange ? getSettingsFieldValue(mine, field) : null,
      }
    })
