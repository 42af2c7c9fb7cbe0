import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { otherPromisedCountries } from '../../wire/delivery.ts'
import type { DeliverySettings } from '../../wire/deliverySettings.ts'
import type { PublicShopSettings, HolidayNotice, Settings } from '../../wire/settings.ts'
import { keysOf } from '../../wire/records.ts'
import { paymentMethodLabels, paymentUseLabels } from '../payments/labels.rules.ts'
import { includesVat } from '../vat/rules.ts'
import { sendingDays } from '../../wire/workingDays.ts'

/** The text of the holiday notice, if it is shown today. */
export const getActiveNotice = (notice: HolidayNotice | null, now: Date): string | null =>
  notice && notice.from <= toBrusselsDay(now) && toBrusselsDay(now) <= notice.until ? notice.text : null

export const buildShopInfo = (settings: Settings, termsVersion: string, now: Date): PublicShopSettings => ({
  name: settings.shopName,
  storefrontAccess: settings.storefrontAccess,
  trackingCost: settings.trackingCost,
  shipsTo: settings.shipsTo,
  shippingPricing: settings.shippingPricing,
  freeShippingFrom: settings.freeShippingFrom,
  creatorProgramme: settings.creatorProgramme,
  hasCarriers: false,
  creditBuysMinutes: true,
  pricesIncludeVat: includesVat(settings.vatScheme),
  asksCountry: settings.vatScheme === 'OSS',
  notice: getActiveNotice(settings.holidayNotice, now),
  termsVersion,
  company: settings.company,
  delivery: settings.delivery,
})

/** One by one, so that the audit log has each; none of a country without a number of days. */
const flattenDelivery = (delivery: DeliverySettings | null) => ({
  deliveryDays: delivery && sendingDays.filter(day => delivery[day]).join(' '),
  cutOff: delivery && delivery.cutOff,
  daysNL: delivery && delivery.daysNL,
  daysBE: delivery && delivery.daysBE,
  daysElsewhere:
    delivery &&
    otherPromisedCountries
      .flatMap(code => (delivery[`days${code}`] ? [`${code} ${delivery[`days${code}`]}`] : []))
      .join(', '),
})

/** `{ IDEAL: 32, CARD: 25 }` → `iDEAL of Wero: 32, Kaart, of onbekend: 25`, for the audit log. */
const asList = <Name extends string>(
  labels: Record<Name, string>,
  values: Readonly<Partial<Record<Name, string | number>>>,
): string =>
  keysOf(labels)
    .flatMap(name => (values[name] === undefined ? [] : [`${labels[name]}: ${values[name]}`]))
    .join(', ')

/** All settings in one object without nesting, for the audit log. */
export const flattenSettings = ({
  company,
  holidayNotice: notice,
  delivery,
  paymentProviders,
  fixedFees,
  feePerMille,
  finalDays,
  ...rest
}: Settings) => ({
  ...rest,
  paymentProviders: asList(paymentUseLabels, paymentProviders),
  fixedFees: asList(paymentMethodLabels, fixedFees),
  feePerMille: asList(paymentMethodLabels, feePerMille),
  finalDays: asList(paymentMethodLabels, finalDays),
  ...company,
  ...flattenDelivery(delivery),
  holidayNotice: notice && `${notice.text} (${notice.from} – ${notice.until})`,
})

export const shippingPricingLabels: Record<Settings['shippingPricing'], string> = {
  FREE: 'Altijd gratis',
  FREE_FROM: 'Gratis vanaf een bedrag',
  ZONES: 'Altijd het tarief van de zone',
}

export const storefrontAccessLabels: Record<Settings['storefrontAccess'], string> = {
  members: 'Alleen leden',
  public: 'Iedereen',
}

export const evidenceLabels: Record<Settings['vatEvidence'], string> = {
  ONE: 'Eén bewijs van het land',
  TWO: 'Twee bewijzen van het land',
}

export const payoutRhythmLabels: Record<Settings['payoutRhythm'], string> = {
  BY_HAND: 'Als een administrator het klaarzet',
  WEEKLY: 'Elke maandag klaargezet',
}
