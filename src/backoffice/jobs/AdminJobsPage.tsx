import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDateTime, plural } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { AdminFailedJobs } from './AdminFailedJobs.tsx'
import { AdminQueues } from './AdminQueues.tsx'
import { type Outbox, JOBS_PER_PAGE } from './contract.ts'
import { jobListUrl, jobsQuery } from './hooks.ts'
import { queueName } from './labels.rules.ts'

/** `/admin/jobs`: what is done later, and what of it failed. */
export function AdminJobsPage() {
  const look = jobListUrl.parse(useSearchParams()[0])
  const { data } = useSuspenseQuery(jobsQuery(look))
  const { queues, failed, total, mails, news } = data
  return (
    <>
      <AdminPageHeader title="Taken" aside={total > 0 ? `${total} mislukt` : undefined}>
        Wat de winkel later doet: mails, facturen, terugbetalingen. Wat mislukt wordt vanzelf opnieuw
        geprobeerd; wat opgegeven is wacht op jou.
      </AdminPageHeader>
      <div className="grid gap-8">
        <section aria-labelledby="failed-jobs" className="grid gap-4">
          <h2 id="failed-jobs" className="text-subheading font-medium">
            Mislukt{look.queue && `: ${queueName(look.queue)}`}
          </h2>
          {failed.length === 0 ? (
            <EmptyState icon={CircleCheck} title="Er is niets mislukt">
              Alles wat gedaan moest worden, is gedaan of loopt nog.
            </EmptyState>
          ) : (
            <AdminFailedJobs jobs={failed} queues={queues} look={look} />
          )}
          <Pagination
            current={look.page}
            last={pageCount(total, JOBS_PER_PAGE)}
            to={page => jobListUrl.href(look, { page })}
          />
        </section>
        <section aria-labelledby="outbox" className="grid gap-4">
          <h2 id="outbox" className="text-subheading font-medium">
            Wacht op vertrek
          </h2>
          <ul className="grid gap-4 sm:grid-cols-2">
            <Waiting name="Mails" outbox={mails} />
            <Waiting name="Meldingen" outbox={news} />
          </ul>
        </section>
        <section aria-labelledby="queues" className="grid gap-4">
          <h2 id="queues" className="text-subheading font-medium">
            Alle soorten
          </h2>
          <AdminQueues queues={queues} />
        </section>
      </div>
    </>
  )
}

const Waiting = ({ name, outbox: { count, since } }: { name: string; outbox: Outbox }) => (
  <li className="grid gap-0.5 rounded-card border border-line bg-surface p-5">
    <span className="text-small text-ink-soft">{name}</span>
    <span className="figures text-subheading font-medium">
      {count === 0 ? 'Alles is weg' : plural(count, 'wacht', 'wachten')}
    </span>
    {since && <span className="text-small text-ink-soft">de oudste sinds {formatDateTime(since)}</span>}
  </li>
)
