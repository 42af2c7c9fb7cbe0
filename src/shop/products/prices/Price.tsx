import { formatCents } from '../../../wire/money.ts'
import { formatDate, formatDateTime, formatTime } from '../../../ui/format.ts'
import { cn } from '../../../ui/components/cn.ts'
import { OMNIBUS_DAYS } from './history.rules.ts'

const PRIOR_MEANING = `Laagste prijs van de laatste ${OMNIBUS_DAYS} dagen`

interface PriorPriceProps {
  cents: number | undefined
  /** `text-small`, or `text-tiny` where there is little room. */
  className: string
}

/**
 * The price that a reduction is announced against, struck through with its meaning on a line of its own; nothing without one. A phone has
 * no tooltips, so the meaning is always there.
 */
export const PriorPrice = ({ cents, className }: PriorPriceProps) =>
  cents === undefined ? null : (
    <span className={cn('figures w-full text-ink-faint', className)}>
      {PRIOR_MEANING}: <s>{formatCents(cents)}</s>
    </span>
  )

/** `2026-12-31T23:00:00Z`, which is midnight in Brussels, → `tot en met 31 december 2026`. */
function formatSaleEnd(iso: string): string {
  if (formatTime(iso) !== '00:00') return `tot ${formatDateTime(iso)}`
  return `tot en met ${formatDate(new Date(Date.parse(iso) - 1).toISOString())}`
}

interface SaleNoteProps {
  priorPrice?: number | undefined
  saleEndsAt?: string | undefined
}

/** The note below the price of a product that is on sale. */
export function SaleNote({ priorPrice, saleEndsAt }: SaleNoteProps) {
  if (saleEndsAt === undefined) return null
  return (
    <p className="grid gap-0.5 text-small text-ink-soft">
      <PriorPrice cents={priorPrice} className="text-small" />
      <span>Actieprijs {formatSaleEnd(saleEndsAt)}</span>
    </p>
  )
}
