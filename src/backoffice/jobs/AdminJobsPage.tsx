import type { ReactNode } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useSearchParams, Link } from 'react-router'
import { formatDateTime, plural } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { AdminFailedJobs } from './AdminFailedJobs.tsx'
import { type Outbox, JOBS_PER_PAGE, type QueueStats } from './contract.ts'
import { jobListUrl, jobsQuery } from './hooks.ts'
import { queueName } from './labels.rules.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'

/** `/admin/jobs`: the queues and the failed jobs. */
export function AdminJobsPage() {
  const query = jobListUrl.parse(useSearchParams()[0])
  const { data } = useSuspenseQuery(jobsQuery(query))
  const { queues, failed, total, mails, news } = data
  return (
    <>
      <AdminPageHeader title="Taken" aside={total > 0 ? `${total} mislukt` : undefined}>
        Wat de winkel later doet: mails, facturen, terugbetalingen. Wat mislukt wordt vanzelf opnieuw
        geprobeerd; wat opgegeven is wacht op jou.
      </AdminPageHeader>
      <div className="grid gap-8">
        <Section id="failed-jobs" title={query.queue ? `Mislukt: ${queueName(query.queue)}` : 'Mislukt'}>
          {failed.length === 0 ? (
            <EmptyState icon={CircleCheck} title="Er is niets mislukt">
              Alles wat gedaan moest worden, is gedaan of loopt nog.
            </EmptyState>
          ) : (
            <AdminFailedJobs jobs={failed} queues={queues} query={query} />
          )}
          <Pagination
            current={query.page}
            last={pageCount(total, JOBS_PER_PAGE)}
            to={page => jobListUrl.href(query, { page })}
          />
        </Section>
        <Section id="outbox" title="Wacht op vertrek">
          <ul className="grid gap-4 sm:grid-cols-2">
            <Waiting name="Mails" outbox={mails} />
            <Waiting name="Meldingen" outbox={news} />
          </ul>
        </Section>
        <Section id="queues" title="Alle soorten">
          <AdminQueues queues={queues} />
        </Section>
      </div>
    </>
  )
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-4">
    <h2 id={id} className="text-subheading font-medium">
      {title}
    </h2>
    {children}
  </section>
)

const Waiting = ({ name, outbox: { count, since } }: { name: string; outbox: Outbox }) => (
  <li className="grid gap-0.5 rounded-card border border-line bg-surface p-5">
    <span className="text-small text-ink-soft">{name}</span>
    <span className="figures text-subheading font-medium">
      {count === 0 ? 'Alles is weg' : plural(count, 'wacht', 'wachten')}
    </span>
    {since && <span className="text-small text-ink-soft">de oudste sinds {formatDateTime(since)}</span>}
  </li>
)

const columns: TableColumn<QueueStats>[] = [
  { name: 'Soort', cell: ({ name }) => queueName(name) },
  { name: 'Wacht', align: 'end', cell: ({ waiting }) => waiting },
  { name: 'Loopt', align: 'end', cell: ({ running }) => running },
  { name: 'Wordt opnieuw geprobeerd', align: 'end', cell: ({ retrying }) => retrying },
  {
    name: 'Opgegeven',
    align: 'end',
    cell: ({ name, failed, retrying }) =>
      failed + retrying === 0 ? (
        0
      ) : (
        <Link
          to={jobListUrl.href({ page: 1 }, { queue: name })}
          aria-label={`${failed} opgegeven van ${queueName(name)}: bekijk`}
          className="underline underline-offset-4"
        >
          {failed > 0 ? <Badge tone="danger">{failed}</Badge> : 0}
        </Link>
      ),
  },
]

/** All queues, with their counts. */
const AdminQueues = ({ queues }: { queues: QueueStats[] }) => (
  <DataTable
    caption="Soorten taken en hoeveel er van elk zijn"
    columns={columns}
    rows={queues.toSorted((a, b) => queueName(a.name).localeCompare(queueName(b.name), 'nl'))}
    keyOf={({ name }) => name}
  />
)
