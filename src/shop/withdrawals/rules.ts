import type { z } from 'zod'
import { isFreeLine } from '../orders/refunds/rules.ts'
import type { LineDecision, RefusalReason, Withdrawal, WithdrawalInput, WithdrawalLine } from './contract.ts'

export const withdrawalLineLabel = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${quantity} × ${name}`

/** Matches text that mail programs turn into a link, but not a sentence that begins right after a full stop. */
const URL_PATTERN =
  /(?:[A-Za-z][A-Za-z\d+.-]*:\/\/|[Ww]{3}\.)\S+|[^\s@“”"'(]*[\w-]\.[a-z]{2,}(?=[/:?#]|[^\w.@-]|$)\S*/gu

/**
 * Removes links from customer text that is mailed: anyone can enter another person's address, and our mails must not
 * deliver their links.
 */
export const redactLinks = (text: string): string => text.replaceAll(URL_PATTERN, '[link]')

interface SoldUnits {
  id: string
  quantity: number
  /** Units that earlier withdrawals cover. */
  withdrawn: number
}

type SelectedLines = Pick<z.output<typeof WithdrawalInput>, 'itemIds' | 'quantities'>

/** A line that a withdrawal covers; `before`: units that it asks for and that were withdrawn already. */
type CoveredLine<Line> = Omit<Line, 'withdrawn'> & { before: number }

/**
 * The lines that a withdrawal covers, each with the units of it that no earlier one has: those that were asked for, else all. Without a
 * selection that is every line.
 */
export function coveredLines<Line extends SoldUnits>(
  sold: Line[],
  { itemIds, quantities }: SelectedLines,
): CoveredLine<Line>[] {
  const isSelected = Boolean(itemIds?.length || quantities?.length)
  return sold.flatMap(({ withdrawn, ...line }) => {
    const asked = quantities?.findLast(({ itemId }) => itemId === line.id)?.quantity
    if (isSelected && asked === undefined && !itemIds?.includes(line.id)) return []
    const wanted = Math.min(asked ?? line.quantity, line.quantity)
    const quantity = Math.min(wanted, Math.max(0, line.quantity - withdrawn))
    return [{ ...line, quantity, before: wanted - quantity }]
  })
}

type DecidedLine = Pick<
  WithdrawalLine,
  'itemId' | 'accepted' | 'reason' | 'note' | 'quantity' | 'acceptedQuantity'
>

/**
 * The decisions that differ from the stored ones; the last of several on one line counts.
 * @returns null when a line is unknown
 */
export function changedDecisions<Line extends DecidedLine>(
  lines: Line[],
  decisions: LineDecision[],
): (Line & Omit<LineDecision, 'quantity'>)[] | null {
  if (decisions.some(({ itemId }) => !lines.some(line => line.itemId === itemId))) return null
  return lines.flatMap(line => {
    const decision = decisions.findLast(({ itemId }) => itemId === line.itemId)
    if (!decision) return []
    const { quantity, ...decided } = decision
    const acceptedQuantity = decided.accepted ? (quantity ?? line.quantity) : null
    const isNew =
      decided.accepted !== line.accepted ||
      decided.reason !== line.reason ||
      decided.note !== line.note ||
      acceptedQuantity !== line.acceptedQuantity
    return isNew ? [{ ...line, ...decided, acceptedQuantity }] : []
  })
}

type OrderWithWithdrawals = {
  items: ({ id: string } & Parameters<typeof isFreeLine>[0])[]
  withdrawals: Pick<Withdrawal, 'lines' | 'refundDueAt'>[]
}

/** Units of each line, by its id, that were taken back and not refunded; when no withdrawal is still to be refunded, only free ones. */
export function unitsToRefund({ items, withdrawals }: OrderWithWithdrawals): Record<string, number> {
  const isDue = withdrawals.some(({ refundDueAt }) => refundDueAt !== null)
  const lines = withdrawals.flatMap(withdrawal => withdrawal.lines)
  const taken = (id: string) =>
    lines.reduce(
      (sum, { itemId, acceptedQuantity }) => sum + (itemId === id ? (acceptedQuantity ?? 0) : 0),
      0,
    )
  return Object.fromEntries(
    items.flatMap(line => {
      const left = Math.min(taken(line.id), line.quantity) - line.refundedQuantity
      return left > 0 && (isDue || isFreeLine(line)) ? [[line.id, left]] : []
    }),
  )
}

/** Whether any line is accepted; null while one is undecided, or there are none. */
export const isWithdrawalAccepted = (lines: Pick<WithdrawalLine, 'accepted'>[]): boolean | null =>
  lines.length === 0 || lines.some(({ accepted }) => accepted === null)
    ? null
    : lines.some(({ accepted }) => accepted)

const DAY_MS = 24 * 3_600_000

/** 14 days after the shop heard of the withdrawal (Dir. 2011/83, article 13), or later while the parcel is not back. */
export const refundDueAt = (receivedAt: Date): Date => new Date(receivedAt.getTime() + 14 * DAY_MS)

type SoldLine = Pick<WithdrawalLine, 'quantity' | 'name' | 'isDigital' | 'hygieneSealed'>

/**
 * The text of a receipt about the selected lines; when none was selected, only the limits on lines that may be meant.
 */
export function withdrawalReceipt(chosen: SoldLine[], possible: SoldLine[]) {
  const about = chosen.length > 0 ? chosen : possible
  return {
    lines: chosen.filter(({ isDigital }) => !isDigital).map(withdrawalLineLabel),
    digital: about.filter(({ isDigital }) => isDigital).map(withdrawalLineLabel),
    sealed: about
      .filter(({ isDigital, hygieneSealed }) => hygieneSealed && !isDigital)
      .map(withdrawalLineLabel),
  }
}

/** The admin's labels of the refusal reasons. */
export const refusalReasonLabels: Record<RefusalReason, string> = {
  SEAL_BROKEN: 'De verzegeling is verbroken',
  DIGITAL: 'Digitaal geleverd',
  TOO_LATE: 'De bedenktijd was voorbij',
  OTHER: 'Anders',
}

/** The decision that the law prescribes in advance: digital content can't be returned. */
export const defaultDecision = (line: WithdrawalLine): { accepted: boolean; reason: RefusalReason | null } =>
  line.accepted === null
    ? { accepted: !line.isDigital, reason: line.isDigital ? 'DIGITAL' : null }
    : { accepted: line.accepted, reason: line.reason }
