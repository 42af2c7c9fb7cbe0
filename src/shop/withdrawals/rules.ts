import type { LineDecision, RefusalReason, WithdrawalLine } from './contract.ts'

export const withdrawalLineLabel = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${quantity} × ${name}`

/** Matches what mail programs turn into a link, but not a sentence that begins right after a full stop. */
const URL_PATTERN =
  /(?:[A-Za-z][A-Za-z\d+.-]*:\/\/|[Ww]{3}\.)\S+|[^\s@“”"'(]*[\w-]\.[a-z]{2,}(?=[/:?#]|[^\w.@-]|$)\S*/gu

/**
 * Removes links from customer text that is mailed: anyone can enter another person's address, and our mails must not
 * deliver their links.
 */
export const redactLinks = (text: string): string => text.replaceAll(URL_PATTERN, '[link]')

type DecidedLine = Pick<WithdrawalLine, 'itemId' | 'accepted' | 'reason' | 'note'>

/**
 * The decisions that differ from the stored ones; the last of several on one line counts.
 * @returns null when a line is unknown
 */
export function changedDecisions<Line extends DecidedLine>(
  lines: Line[],
  decisions: LineDecision[],
): (Line & LineDecision)[] | null {
  if (decisions.some(({ itemId }) => !lines.some(line => line.itemId === itemId))) return null
  return lines.flatMap(line => {
    const decision = decisions.findLast(({ itemId }) => itemId === line.itemId)
    const isNew =
      decision &&
      (decision.accepted !== line.accepted || decision.reason !== line.reason || decision.note !== line.note)
    return isNew ? [{ ...line, ...decision }] : []
  })
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
