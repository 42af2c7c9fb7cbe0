import type { PublicShopSettings, HolidayNotice, Settings, VatMode } from '../../wire/settings.ts'

const brusselsDayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })

/** The date in Belgium, such as `2026-12-24`. */
export const toBrusselsDay = (now: Date): string => brusselsDayFormat.format(now)

/** The text of the holiday notice, if it is shown today. */
export const getActiveNotice = (notice: HolidayNotice | null, now: Date): string | null =>
  notice && notice.from <= toBrusselsDay(now) && toBrusselsDay(now) <= notice.until ? notice.text : null

/** VAT that is included in the prices, in percent. */
export const vatRates: Record<VatMode, number> = { NONE: 0, BE_SMALL_BUSINESS: 0, NL_21: 21 }

export const buildShopInfo = (settings: Settings, now: Date): PublicShopSettings => ({
  name: settings.shopName,
  storefrontAccess: settings.storefrontAccess,
  trackingCost: settings.trackingCost,
  pricesIncludeVat: vatRates[settings.vatMode] > 0,
  notice: getActiveNotice(settings.holidayNotice, now),
  company: settings.company,
})

/** All settings in one object without nesting, for the audit log. */
export const flattenSettings = ({ company, holidayNotice: notice, ...rest }: Settings) => ({
  ...rest,
  ...company,
  holidayNotice: notice && `${notice.text} (${notice.from} – ${notice.until})`,
})

export const vatModeLabels: Record<VatMode, string> = {
  NL_21: 'Nederlandse btw, 21%',
  BE_SMALL_BUSINESS: 'Belgische vrijstelling voor kleine ondernemingen',
  NONE: 'Geen btw',
}

export const storefrontAccessLabels: Record<Settings['storefrontAccess'], string> = {
  members: 'Alleen leden',
  public: 'Iedereen',
}
