import { useQuery } from '@tanstack/react-query'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { formatDate } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import type { ReceivedGift } from './contract.ts'
import { receivedGiftsQuery } from './hooks.ts'

/** How many are shown at first; a button shows the others. */
const FIRST = 4

/** The gifts that a creator received, with the buyer's name unless the buyer is anonymous. */
export function ReceivedGifts() {
  const { data: received } = useQuery(receivedGiftsQuery)
  if (!received || received.length === 0) return null
  const rest = received.slice(FIRST)
  return (
    <section aria-labelledby="received" className="grid gap-3">
      <h2 id="received" className="eyebrow text-ink-faint">
        Gekregen cadeaus
      </h2>
      <div className="rounded-card border border-line bg-surface">
        <Rows gifts={received.slice(0, FIRST)} />
        {rest.length > 0 && (
          <details className="border-t border-line">
            <summary className="min-h-11 px-4 py-3 text-small font-medium">
              Nog {rest.length === 1 ? '1 cadeau' : `${rest.length} cadeaus`}
            </summary>
            <Rows gifts={rest} />
          </details>
        )}
      </div>
    </section>
  )
}

const Rows = ({ gifts }: { gifts: ReceivedGift[] }) => (
  <ul className="divide-y divide-line">
    {gifts.map(gift => (
      <li key={gift.id} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 px-4 py-3">
        <p className="min-w-0 font-medium wrap-anywhere">{gift.giftName}</p>
        <p className="figures text-right">{formatCents(gift.amount)}</p>
        <p className="min-w-0 text-small text-ink-soft wrap-anywhere">
          {gift.buyerName === null ? 'Anoniem' : `Van ${gift.buyerName}`}
          {gift.buyerName !== null && (
            <ReportButton
              kind="GIFT_PURCHASE"
              contentId={gift.id}
              name={`de naam bij ${gift.giftName}`}
              className="ml-1"
            />
          )}
        </p>
        <time dateTime={gift.paidAt} className="figures text-right text-small text-ink-soft">
          {formatDate(gift.paidAt)}
        </time>
      </li>
    ))}
  </ul>
)
