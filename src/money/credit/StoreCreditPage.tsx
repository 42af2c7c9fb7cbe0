import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../ui/format.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { cn } from '../../ui/components/cn.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { formatCents } from '../../wire/money.ts'
import { CardChecker } from './giftCards/CardChecker.tsx'
import type { CreditEntry } from './contract.ts'
import { CREDIT_PAGE_SIZE, useStoreCredit } from './hooks.ts'
import { creditEntryLabels, formatSignedCents } from './labels.rules.ts'

/** `/tegoed`: one's own store credit with all that changed it, and the balance of a gift card. */
export function StoreCreditPage() {
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Tegoed</PageTitle>
      <BackLink to="/dashboard">Terug naar dashboard</BackLink>
      <h1 className="display mt-2 mb-8 text-title">Tegoed</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <OwnCredit />
        <Card className="grid gap-4">
          <h2 className="display text-heading">Heb je een cadeaubon?</h2>
          <p className="text-ink-soft">
            Vul de code in bij het afrekenen, van een bestelling of van minuten. Hier zie je wat er nog op
            staat.
          </p>
          <CardChecker />
        </Card>
      </div>
    </div>
  )
}

function OwnCredit() {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useStoreCredit(page)
  if (error && !data) {
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="error" title="Je tegoed is even niet te bereiken" />
        <Button variant="secondary" onClick={() => void refetch()}>
          Probeer opnieuw
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton className="h-72" />
  const last = Math.max(1, Math.ceil(data.total / CREDIT_PAGE_SIZE))
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-small text-ink-soft">Je hebt nu</h2>
        <p className="display figures text-title">{formatCents(data.balance)}</p>
        <p className="text-ink-soft">
          {data.balance > 0
            ? 'Bij het afrekenen kies je of je het gebruikt. Het vervalt niet.'
            : 'Tegoed krijg je van ons, of als we een terugbetaling als tegoed geven.'}
        </p>
      </div>
      {data.entries.length > 0 && (
        <ul
          aria-label="Erbij en eraf, het nieuwste eerst"
          className={cn(
            'figures divide-y divide-line border-t border-line',
            isPlaceholderData && 'opacity-60',
          )}
        >
          {data.entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {last > 1 && (
        <div className="flex items-center justify-between gap-4">
          <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Nieuwer
          </Button>
          <span className="figures text-small text-ink-soft">
            {page} van {last}
          </span>
          <Button variant="secondary" size="sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Ouder
          </Button>
        </div>
      )}
    </Card>
  )
}

const Entry = ({ entry: { kind, amount, reason, orderNumber, createdAt } }: { entry: CreditEntry }) => (
  <li className="flex items-start justify-between gap-6 py-4">
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium">{creditEntryLabels[kind]}</span>
      <span className="text-small wrap-anywhere text-ink-soft">
        {formatDate(createdAt)}
        {orderNumber !== undefined && (
          <>
            {' · '}
            <Link to="/orders" className="underline underline-offset-4 hover:text-accent-text">
              <UnbrokenNumbers>{`bestelling ${orderNumber}`}</UnbrokenNumbers>
            </Link>
          </>
        )}
        {reason && ` · ${reason}`}
      </span>
    </span>
    <span className={cn('shrink-0 font-medium', amount > 0 && 'text-green')}>
      {formatSignedCents(amount)}
    </span>
  </li>
)
