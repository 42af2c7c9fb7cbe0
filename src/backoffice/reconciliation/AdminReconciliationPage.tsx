import { useSuspenseQuery } from '@tanstack/react-query'
import { BookCheck } from 'lucide-react'
import { formatDateTime, plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import type { ReconciliationFinding } from './contract.ts'
import { reconciliationQuery, useRunReconciliation } from './hooks.ts'
import { describeFinding } from './labels.rules.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

/** `/admin/books`: the findings, with their meaning and the place to fix them. */
export function AdminReconciliationPage() {
  const { data } = useSuspenseQuery(reconciliationQuery)
  const check = useRunReconciliation()
  const { auditedAt, findings } = data
  return (
    <div className="max-w-4xl">
      <AdminPageHeader
        title="Boekhouding"
        aside={auditedAt ? `nagekeken op ${formatDateTime(auditedAt)}` : 'nog niet nagekeken'}
        actions={
          <Button busy={check.isPending} onClick={() => check.mutate({})}>
            Nu nakijken
          </Button>
        }
      >
        Elk uur wordt nagekeken of geld, voorraad, minuten, facturen en mails bij elkaar horen.
      </AdminPageHeader>
      {findings.length === 0 ? (
        <EmptyState icon={BookCheck} title={auditedAt ? 'Alles klopt' : 'Er is nog niets nagekeken'}>
          {auditedAt
            ? 'Elke betaling, elk stuk en elke minuut is verantwoord.'
            : 'Kijk het nu na, of wacht tot het vanzelf gebeurt.'}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="mb-4 text-small text-ink-soft">
            {plural(findings.length, 'verschil', 'verschillen')} gevonden
          </p>
          <ul aria-label="Wat niet klopt" className="grid gap-4">
            {findings.map(finding => (
              <FindingCard key={`${finding.check} ${finding.subject}`} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function FindingCard({ finding }: { finding: ReconciliationFinding }) {
  const { check, subject, detail, foundAt } = finding
  const { title, meaning, advice, to } = describeFinding(finding)
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <div className="grid gap-1">
        <h2 className="text-subheading font-medium">{title}</h2>
        <p className="text-ink-soft">{meaning}</p>
      </div>
      <dl className="figures grid gap-x-4 gap-y-1 rounded-inner bg-sunken p-4 text-small sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">Cijfers</dt>
        <dd className="wrap-anywhere">{detail}</dd>
        <dt className="text-ink-soft">Waarvan</dt>
        <dd className="wrap-anywhere">{subject}</dd>
        <dt className="text-ink-soft">Gevonden</dt>
        <dd>
          {formatDateTime(foundAt)}, bij {check}
        </dd>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small">{advice}</p>
        {to && (
          <ButtonLink to={to} variant="secondary" size="sm">
            Ga ernaartoe<span className="sr-only">: {title}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
