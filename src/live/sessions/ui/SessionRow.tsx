import { formatMinutes, formatDateTime } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import type { PastSession } from '../contract.ts'

/** An ended session, in a short list. */
export const SessionRow = ({ session }: { session: PastSession }) => (
  <div className="figures flex items-center justify-between gap-4 py-4">
    <span className="grid gap-0.5">
      <span className="font-medium">{session.toyName}</span>
      <span className="text-small text-ink-faint">{formatDateTime(session.startTime)}</span>
    </span>
    <span className="grid justify-items-end gap-0.5">
      <span className="font-medium whitespace-nowrap">{formatMinutes(session.minutesPurchased)}</span>
      <span className="text-small text-ink-faint">{formatCents(session.cost)}</span>
    </span>
  </div>
)
