import type { Decision, RefusalReason, WithdrawalLine } from './contract.ts'

/** A line as a person reads it. */
export const nameOf = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${quantity} × ${name}`

/** What mail programs turn into a link by themselves; a sentence that begins right after a full stop is none. */
const LINK =
  /(?:[A-Za-z][A-Za-z\d+.-]*:\/\/|[Ww]{3}\.)\S+|[^\s@“”"'(]*[\w-]\.[a-z]{2,}(?=[/:?#]|[^\w.@-]|$)\S*/gu

/** Words of a customer as they may be mailed: anyone can type a stranger's address, and no letter of ours brings it their links. */
export const withoutLinks = (text: string): string => text.replaceAll(LINK, '[link]')

type Known = Pick<WithdrawalLine, 'itemId' | 'accepted' | 'reason' | 'note'>

/**
 * The lines that are decided otherwise than they stand; of two decisions on one line the last counts.
 * @returns null when one is about a line that is not there
 */
export function changesOf<Line extends Known>(
  lines: Line[],
  decisions: Decision[],
): (Line & Decision)[] | null {
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
export const isTakenBack = (lines: Pick<WithdrawalLine, 'accepted'>[]): boolean | null =>
  lines.length === 0 || lines.some(({ accepted }) => accepted === null)
    ? null
    : lines.some(({ accepted }) => accepted)

interface Sold {
  id: string
  quantity: number
  name: string
  isDigital: boolean
  hygieneSealed: boolean
}

/** What a receipt says of the lines that were chosen; when none was, only what is special about those that may be meant. */
export function receiptOf(chosen: Sold[], possible: Sold[]) {
  const about = chosen.length > 0 ? chosen : possible
  return {
    lines: chosen.filter(({ isDigital }) => !isDigital).map(nameOf),
    digital: about.filter(({ isDigital }) => isDigital).map(nameOf),
    sealed: about.filter(({ isDigital, hygieneSealed }) => hygieneSealed && !isDigital).map(nameOf),
  }
}

/** Why a line is not taken back, at the desk. */
export const reasonNames: Record<RefusalReason, string> = {
  SEAL_BROKEN: 'De verzegeling is verbroken',
  DIGITAL: 'Digitaal geleverd',
  TOO_LATE: 'De bedenktijd was voorbij',
  OTHER: 'Anders',
}

/** What the law says of a line before anyone has seen it: what was delivered digitally can't go back. */
export const usualDecision = (line: WithdrawalLine): { accepted: boolean; reason: RefusalReason | null } =>
  line.accepted === null
    ? { accepted: !line.isDigital, reason: line.isDigital ? 'DIGITAL' : null }
    : { accepted: line.accepted, reason: line.reason }
