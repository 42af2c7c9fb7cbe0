import type { PublicShopSettings, HolidayNotice, Settings, VatMode } from '../../wire/settings.ts'

const brusselsDayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })

/** `2026-12-24`: the day that it is in Belgium. */
export const toBrusselsDay = (now: Date): string => brusselsDayFormat.format(now)

/** What customers are told on this day. */
export const getActiveNotice = (notice: HolidayNotice | null, now: Date): string | null =>
  notice && notice.from <= toBrusselsDay(now) && toBrusselsDay(now) <= notice.until ? notice.text : null

/** Percentage that is in the prices. */
export const vatRates: Record<VatMode, number> = { NONE: 0, BE_SMALL_BUSINESS: 0, NL_21: 21 }

/** What pages know of the shop at a moment. */
export const buildShopInfo = (settings: Settings, now: Date): PublicShopSettings => ({
  name: settings.shopName,
  storefrontAccess: settings.storefrontAccess,
  trackingCost: settings.trackingCost,
  pricesIncludeVat: vatRates[settings.vatMode] > 0,
  notice: getActiveNotice(settings.holidayNotice, now),
  company: settings.company,
})

/** Everything that is set, side by side, so that one can say what of it changed. */
export const flattenSettings = ({ company, holidayNotice: notice, ...rest }: Settings) => ({
  ...rest,
  ...company,
  holidayNotice: notice && `${notice.text} (${notice.from} – ${notice.until})`,
})

/** What each is called where it is chosen. */
export const vatModeLabels: Record<VatMode, string> = {
  NL_21: 'Nederlandse btw, 21%',
  BE_SMALL_BUSINESS: 'Belgische vrijstelling voor kleine ondernemingen',
  NONE: 'Geen btw',
}

export const storefrontAccessLabels: Record<Settings['storefrontAccess'], string> = {
  members: 'Alleen leden',
  public: 'Iedereen',
}
