import { type ReactNode, useState } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useSearchParams, Link } from 'react-router'
import { formatDateTime, plural, formatTime } from '../../ui/format.ts'
import { advanceBacklog, type Backlog } from '../../ui/page/progress.ts'
import { ProgressBar } from '../../ui/components/ProgressBar.tsx'
import { pageCount } from '../../ui/lists/pagination.ts'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Pagination } from '../../ui/lists/Pagination.tsx'
import { type Outbox, JOBS_PER_PAGE, type QueueStats, type discardJobs, type FailedJob } from './contract.ts'
import { jobListUrl, jobsQuery, type JobListQuery, useDiscardJobs, useRetryJobs } from './hooks.ts'
import { queueName, formatJobData } from './labels.rules.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx'
import type { InputOf } from '../../wire/endpoint.ts'

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
        <BacklogProgress queues={queues} />
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

/** Progress since the page was opened: jobs that were done before are not counted anywhere. */
function BacklogProgress({ queues }: { queues: QueueStats[] }) {
  const left = queues.reduce((sum, { waiting, running }) => sum + waiting + running, 0)
  const [backlog, setBacklog] = useState<Backlog>(() => advanceBacklog(null, left))
  if (backlog.left !== left) setBacklog(advanceBacklog(backlog, left))
  const { done } = backlog
  if (left === 0 || done === 0) return null
  return <ProgressBar title="Sinds je kijkt" done={done} total={done + left} unit="items" />
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

type FailedJobSelection = InputOf<typeof discardJobs>

interface AdminFailedJobsProps {
  jobs: FailedJob[]
  queues: QueueStats[]
  query: JobListQuery
}

/** The failed jobs with data and error; one, or all of a queue, can be retried or deleted. */
function AdminFailedJobs({ jobs, queues, query }: AdminFailedJobsProps) {
  const retry = useRetryJobs()
  const [toDelete, setToDelete] = useState<FailedJobSelection | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <QueueChoice queues={queues} query={query} />
        {query.queue && (
          <>
            <Button
              variant="secondary"
              size="sm"
              busy={retry.isPending}
              onClick={() => retry.mutate({ queue: query.queue ?? '' })}
            >
              <RotateCcw aria-hidden /> Alle opnieuw proberen
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setToDelete({ queue: query.queue ?? '' })}>
              <Trash2 aria-hidden /> Alle weggooien
            </Button>
          </>
        )}
      </div>
      <ul
        aria-label="Taken die mislukt zijn, de nieuwste eerst"
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {jobs.map(job => (
          <Failed
            key={job.id}
            job={job}
            isBusy={retry.isPending && retry.variables.jobId === job.id}
            onRetry={() => retry.mutate({ queue: job.queue, jobId: job.id })}
            onDiscard={() => setToDelete({ queue: job.queue, jobId: job.id })}
          />
        ))}
      </ul>
      <DiscardDialog toDelete={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

function QueueChoice({ queues, query }: Pick<AdminFailedJobsProps, 'queues' | 'query'>) {
  const failing = queues.filter(({ failed, retrying }) => failed + retrying > 0)
  return (
    <FilterSelect
      label="Soort taak"
      value={query.queue}
      all="Alle soorten"
      options={failing.map(({ name, failed, retrying }) => ({
        value: name,
        name: `${queueName(name)} (${failed + retrying})`,
      }))}
      to={queue => jobListUrl.href(query, { queue })}
    />
  )
}

interface FailedProps {
  job: FailedJob
  isBusy: boolean
  onRetry: () => void
  onDiscard: () => void
}

function Failed({ job, isBusy, onRetry, onDiscard }: FailedProps) {
  const { queue, state, tries, error, data, createdAt, nextAt } = job
  const label = `${queueName(queue)} van ${formatDateTime(createdAt)}`
  return (
    <li className="grid gap-3 p-5 md:grid-cols-[1fr_auto] md:items-start">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{queueName(queue)}</span>
          {state === 'FAILED' ? (
            <Badge tone="danger">Opgegeven</Badge>
          ) : (
            <Badge tone="yellow">Opnieuw om {nextAt && formatTime(nextAt)}</Badge>
          )}
        </p>
        <p className="text-small wrap-anywhere text-ink">{error ?? 'Waarom is niet bewaard.'}</p>
        <p className="figures text-small wrap-anywhere text-ink-soft">
          {[formatDateTime(createdAt), `${tries} keer geprobeerd`, ...formatJobData(data)].join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" busy={isBusy} onClick={onRetry}>
          <RotateCcw aria-hidden /> Opnieuw<span className="sr-only"> proberen: {label}</span>
        </Button>
        <Button variant="quiet" size="sm" onClick={onDiscard}>
          <Trash2 aria-hidden />
          <span className="sr-only">Weggooien: {label}</span>
        </Button>
      </div>
    </li>
  )
}

function DiscardDialog({ toDelete, onClose }: { toDelete: FailedJobSelection | null; onClose: () => void }) {
  const discard = useDiscardJobs()
  return (
    <ConfirmDialog
      title={toDelete?.jobId === undefined ? 'Taken weggooien' : 'Taak weggooien'}
      description="Wat weg is, wordt niet meer gedaan: een mail vertrekt dan niet, een factuur wordt niet gemaakt."
      confirm="Weggooien"
      open={toDelete !== null}
      busy={discard.isPending}
      onConfirm={() => toDelete && discard.mutate(toDelete, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="font-medium">
        {toDelete && queueName(toDelete.queue)}
        {toDelete?.jobId === undefined && ': alles wat mislukt is'}
      </p>
    </ConfirmDialog>
  )
}
