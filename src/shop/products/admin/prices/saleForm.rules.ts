import { parseCents } from '../imports/csvCells.rules.ts'
import { formatBrusselsTime, parseBrusselsTime } from '../../../../wire/brusselsTime.ts'
import { formatEuroInput } from '../../../../wire/money.ts'
import type { AdminSale } from '../contract.ts'

/** As text; times as `<input type="datetime-local">` has them, in Brussels. */
export interface SaleForm {
  salePrice: string
  /** Empty for at once. */
  startsAt: string
  endsAt: string
}

/** `2026-07-01T22:00:00Z` → `2026-07-02T00:00`: the time on clocks in Brussels. */
export const toBrusselsInput = (iso: string): string => formatBrusselsTime(new Date(iso))

/** `2026-07-02T00:00` → `2026-07-01T22:00:00.000Z`, as `parseBrusselsTime` reads it. Null for a text that it refuses. */
export const fromBrusselsInput = (text: string): string | null =>
  parseBrusselsTime(text)?.toISOString() ?? null

export const toSaleForm = (sale: AdminSale | undefined): SaleForm => ({
  salePrice: sale ? formatEuroInput(sale.salePrice) : '',
  startsAt: sale ? toBrusselsInput(sale.startsAt) : '',
  endsAt: sale ? toBrusselsInput(sale.endsAt) : '',
})

type PeriodForm = Pick<SaleForm, 'startsAt' | 'endsAt'>
type FormErrors<Form> = { errors: Partial<Record<keyof Form, string>> }

/** Parses the times. @returns the period, or messages by field */
export function parseSalePeriod(
  form: PeriodForm,
): { period: { startsAt?: string; endsAt: string } } | FormErrors<PeriodForm> {
  const startsAt = form.startsAt === '' ? undefined : fromBrusselsInput(form.startsAt)
  const endsAt = fromBrusselsInput(form.endsAt)
  const errors = {
    ...(startsAt === null && { startsAt: 'Kies wanneer de actie begint.' }),
    ...(endsAt === null && { endsAt: 'Kies wanneer de actie eindigt.' }),
    ...(startsAt && endsAt && endsAt <= startsAt && { endsAt: 'Kies een einde na het begin.' }),
  }
  if (Object.keys(errors).length > 0 || endsAt === null) return { errors }
  return { period: { ...(startsAt && { startsAt }), endsAt } }
}

/** Parses the form. @returns the sale, or messages by field */
export function parseSaleForm(
  form: SaleForm,
): { sale: { salePrice: number; startsAt?: string; endsAt: string } } | FormErrors<SaleForm> {
  const salePrice = parseCents(form.salePrice.trim())
  const meant = parseSalePeriod(form)
  const isPrice = typeof salePrice === 'number' && salePrice > 0
  const errors = {
    ...(!isPrice && { salePrice: 'Vul een actieprijs in, zoals 9,95.' }),
    ...('errors' in meant && meant.errors),
  }
  if ('errors' in meant || !isPrice) return { errors }
  return { sale: { salePrice, ...meant.period } }
}
