import { Link } from 'react-router'
import { Badge } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import type { QueueStats } from './contract.ts'
import { jobListUrl } from './hooks.ts'
import { queueName } from './labels.rules.ts'

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

/** Every kind of work, and how much there is of it. */
export const AdminQueues = ({ queues }: { queues: QueueStats[] }) => (
  <DataTable
    caption="Soorten taken en hoeveel er van elk zijn"
    columns={columns}
    rows={queues.toSorted((a, b) => queueName(a.name).localeCompare(queueName(b.name), 'nl'))}
    keyOf={({ name }) => name}
  />
)
