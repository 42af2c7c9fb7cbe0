import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import type { InputOf } from '../../wire/endpoint.ts'
import type { discardJobs, FailedJob, QueueStats } from './contract.ts'
import { type JobListQuery, jobListUrl, useDiscardJobs, useRetryJobs } from './hooks.ts'
import { formatJobData, queueName } from './labels.rules.ts'

type FailedJobSelection = InputOf<typeof discardJobs>

interface AdminFailedJobsProps {
  jobs: FailedJob[]
  queues: QueueStats[]
  query: JobListQuery
}

/** The failed jobs with data and error; one, or all of a queue, can be retried or deleted. */
export function AdminFailedJobs({ jobs, queues, query }: AdminFailedJobsProps) {
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
