import { keysOf } from '../../../../wire/records.ts'
import { BulkChange, type Rounding, type BulkLineStatus } from './contract.ts'
import { roundingLabels } from './rules.ts'
import { parseCents } from '../imports/csvCells.rules.ts'
import type { StockCause } from '../contract.ts'
import { formatCents } from '../../../../wire/money.ts'
import { parseSalePeriod } from '../prices/saleForm.rules.ts'

export type BulkChangeKind = BulkChange['kind']

/** Labels of the kinds of bulk changes. */
export const bulkChangeNames: Record<BulkChangeKind, string> = {
  PRICE_PERCENT: 'Prijs: percentage erbij of eraf',
  PRICE_AMOUNT: 'Prijs: bedrag erbij of eraf',
  PRICE_SET: 'Prijs: op een bedrag zetten',
  PURCHASE_PRICE_PERCENT: 'Inkoopprijs: percentage erbij of eraf',
  PURCHASE_PRICE_SET: 'Inkoopprijs: op een bedrag zetten',
  STOCK_AMOUNT: 'Voorraad: stuks erbij of eraf',
  STOCK_SET: 'Voorraad: op een aantal zetten',
  ACTIVE: 'Te koop of niet',
  SALE: 'Actieprijs: percentage eraf',
  SALE_END: 'Actieprijs: beëindigen',
}

/** The fields of the form, as text. */
export interface BulkEditForm {
  kind: BulkChangeKind
  value: string
  rounding: Rounding
  cause: StockCause | ''
  note: string
  active: 'true' | 'false'
  startsAt: string
  endsAt: string
}

/** The kinds of which no number is asked. */
type KindWithoutValue = 'ACTIVE' | 'SALE_END'
export type KindWithValue = Exclude<BulkChangeKind, KindWithoutValue>
export const hasValue = (kind: BulkChangeKind): kind is KindWithValue =>
  kind !== 'ACTIVE' && kind !== 'SALE_END'

export const isStockChange = (kind: BulkChangeKind): boolean => kind.startsWith('STOCK')
export const hasRounding = (kind: BulkChangeKind): boolean =>
  kind === 'PRICE_PERCENT' || kind === 'PRICE_AMOUNT' || kind === 'SALE'

const examples: Record<KindWithValue, string> = {
  PRICE_PERCENT: 'Vul een percentage in, zoals 10 of -12,5.',
  PRICE_AMOUNT: 'Vul een bedrag in, zoals 1,50 of -2.',
  PRICE_SET: 'Vul een bedrag in, zoals 14,95.',
  PURCHASE_PRICE_PERCENT: 'Vul een percentage in, zoals 5 of -2,5.',
  PURCHASE_PRICE_SET: 'Vul een bedrag in, zoals 4,50.',
  STOCK_AMOUNT: 'Vul een aantal in, zoals 5 of -3.',
  STOCK_SET: 'Vul een aantal in, vanaf 0.',
  SALE: 'Vul een percentage in, zoals 20.',
}

/** Parses the form. @returns the change, or messages by field */
export function parseBulkEditForm(
  form: BulkEditForm,
): { change: BulkChange } | { errors: Partial<Record<keyof BulkEditForm, string>> } {
  const { kind, rounding, cause, note } = form
  const number = hasValue(kind) ? parseNumber(kind, form.value) : 0
  const isMissing = number === null || (number === 0 && !kind.endsWith('_SET'))
  const times = kind === 'SALE' ? parseSalePeriod(form) : null
  const errors = {
    ...(hasValue(kind) && isMissing && { value: examples[kind] }),
    ...(times && 'errors' in times && times.errors),
    ...(isStockChange(kind) && cause === '' && { cause: 'Kies een reden.' }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const meant = {
    kind,
    rounding,
    cause,
    note,
    cents: number,
    basisPoints: number,
    pieces: number,
    stock: number,
    active: form.active === 'true',
    ...(times && 'period' in times && times.period),
  }
  const parsed = BulkChange.safeParse(meant)
  return parsed.success
    ? { change: parsed.data }
    : { errors: { value: parsed.error.issues[0]?.message ?? '' } }
}

/** Parses cents, hundredths of a percent or units; every common minus sign is accepted. */
function parseNumber(kind: BulkChangeKind, text: string): number | null {
  const tidy = text.trim().replace(/^[−–]/, '-')
  const isMinus = tidy.startsWith('-')
  const digits = tidy.replace(/^[+-]\s*/, '').replace(/\s*%$/, '')
  if (isStockChange(kind)) return /^\d{1,7}$/.test(digits) ? Number(digits) * (isMinus ? -1 : 1) : null
  const cents = parseCents(digits)
  return typeof cents === 'number' ? cents * (isMinus ? -1 : 1) : null
}

const percent = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
const plus = (value: number, words: string): string => `${value > 0 ? '+' : ''}${words}`

const moment = new Intl.DateTimeFormat('nl-NL', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Brussels',
})
const formatBrusselsTime = (iso: string): string => moment.format(new Date(iso))

/** Describes a change: `Prijs −15%, eindigend op ,95`. */
export function describeBulkChange(change: BulkChange): string {
  const roundedTo = 'rounding' in change ? `, ${roundingLabels[change.rounding].toLowerCase()}` : ''
  switch (change.kind) {
    case 'PRICE_PERCENT':
      return `Prijs ${percent.format(change.basisPoints / 100)}%${roundedTo}`
    case 'PRICE_AMOUNT':
      return `Prijs ${plus(change.cents, formatCents(change.cents))}${roundedTo}`
    case 'PRICE_SET':
      return `Prijs op ${formatCents(change.cents)}`
    case 'PURCHASE_PRICE_PERCENT':
      return `Inkoopprijs ${percent.format(change.basisPoints / 100)}%`
    case 'PURCHASE_PRICE_SET':
      return `Inkoopprijs op ${formatCents(change.cents)}`
    case 'STOCK_AMOUNT':
      return `Voorraad ${plus(change.pieces, String(change.pieces))}`
    case 'STOCK_SET':
      return `Voorraad op ${change.stock}`
    case 'ACTIVE':
      return change.active ? 'Te koop zetten' : 'Uit de verkoop halen'
    case 'SALE': {
      const from =
        change.startsAt === undefined ? 'vanaf meteen' : `van ${formatBrusselsTime(change.startsAt)}`
      return `Actie ${percent.format(-change.basisPoints / 100)}%${roundedTo}, ${from} tot ${formatBrusselsTime(change.endsAt)}`
    }
    case 'SALE_END':
      return 'Actie beëindigen'
  }
}

export const bulkLineStatusNames: Record<BulkLineStatus, string> = {
  REFUSED: 'Kan niet',
  MISSED: 'Overgeslagen',
  CHANGE: 'Wijzigt',
  NEW: 'Nieuw',
  SAME: 'Blijft gelijk',
  DONE: 'Gewijzigd',
  ADDED: 'Toegevoegd',
}

/** In the order of the tabs: errors first. */
export const statusesWithLines = (counts: Record<BulkLineStatus, number>): BulkLineStatus[] =>
  keysOf(bulkLineStatusNames).filter(verdict => counts[verdict] > 0)
