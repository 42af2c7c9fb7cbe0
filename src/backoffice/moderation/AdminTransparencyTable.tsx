import { reportReasonLabels } from '../../people/contentReports/labels.rules.ts'
import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'
import type { TransparencyRow } from './contract.ts'

/** The reports of a period by reason, with their decisions. */
export const AdminTransparencyTable = ({ caption, rows }: { caption: string; rows: TransparencyRow[] }) => (
  <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ reason }) => reason ?? 'total'} />
)

const count = (name: string, key: keyof TransparencyRow): TableColumn<TransparencyRow> => ({
  name,
  align: 'end',
  cell: row => row[key] ?? '–',
})

const formatHours = (hours: number | null): string =>
  hours === null ? '–' : `${hours.toLocaleString('nl-NL')} uur`

const columns: TableColumn<TransparencyRow>[] = [
  { name: 'Reden', cell: ({ reason }) => (reason === null ? 'Totaal' : reportReasonLabels[reason]) },
  count('Meldingen', 'reports'),
  count('Blijft', 'kept'),
  count('Weg', 'removed'),
  count('Geschorst', 'suspended'),
  count('Wacht', 'waiting'),
  count('Bezwaar', 'appealed'),
  count('Anders na bezwaar', 'overturned'),
  { name: 'Mediaan', align: 'end', cell: ({ medianHours }) => formatHours(medianHours) },
  { name: 'Langste', align: 'end', cell: ({ longestHours }) => formatHours(longestHours) },
]
