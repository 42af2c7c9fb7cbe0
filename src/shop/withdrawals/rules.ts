import type { LineDecision, RefusalReason, WithdrawalLine } from './contract.ts'

/** A line as a person reads it. */
export const withdrawalLineLabel = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${quantity} × ${name}`

/** What mail programs turn into a link by themselves; a sentence that begins right after a full stop is none. */
const URL_PATTERN =
  /(?:[A-Za-z][A-Za-z\d+.-]*:\/\/|[Ww]{3}\.)\S+|[^\s@“”"'(]*[\w-]\.[a-z]{2,}(?=[/:?#]|[^\w.@-]|$)\S*/gu

/** Words of a customer as they may be mailed: anyone can type a stranger's address, and no letter of ours brings it their links. */
export const redactLinks = (text: string): string => text.replaceAll(URL_PATTERN, '[link]')

type DecidedLine = Pick<WithdrawalLine, 'itemId' | 'accepted' | 'reason' | 'note'>

/**
 * The lines that are decided otherwise than they stand; of two decisions on one line the last counts.
 * @returns null when one is about a line that is not there
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

/** Whether any line is taken back; null while one is undecided, or there is none. */
export const isWithdrawalAccepted = (lines: Pick<WithdrawalLine, 'accepted'>[]): boolean | null =>
  lines.length === 0 || lines.some(({ accepted }) => accepted === null)
    ? null
    : lines.some(({ accepted }) => accepted)

interface SoldLine {
  id: string
  quantity: number
  name: string
  isDigital: boolean
  hygieneSealed: boolean
}

/** What a receipt says of the lines that were chosen; when none was, only what is special about those that may be meant. */
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

/** Why a line is not taken back, at the desk. */
export const refusalReasonLabels: Record<RefusalReason, string> = {
  SEAL_BROKEN: 'De verzegeling is verbroken',
  DIGITAL: 'Digitaal geleverd',
  TOO_LATE: 'De bedenktijd was voorbij',
  OTHER: 'Anders',
}

/** What the law says of a line before anyone has seen it: what was delivered digitally can't go back. */
export const defaultDecision = (line: WithdrawalLine): { accepted: boolean; reason: RefusalReason | null } =>
  line.accepted === null
    ? { accepted: !line.isDigital, reason: line.isDigital ? 'DIGITAL' : null }
    : { accepted: line.accepted, reason: line.reason }
