import {
  bulkFields,
  type BulkEdit,
  type BulkLine,
  type BulkField,
  type LineValue,
  type BulkLineStatus,
} from './contract.ts'
import { bulkFieldNames } from '../labels.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { categoriesQuery } from '../../catalog/hooks.ts'
import { cn } from '../../../../ui/components/cn.ts'
import { type TableColumn, DataTable } from '../../../../ui/lists/DataTable.tsx'
import { Pagination } from '../../../../ui/lists/Pagination.tsx'
import { Skeleton } from '../../../../ui/components/Skeleton.tsx'
import { pageCount } from '../../../../ui/lists/pagination.ts'
import { bulkLinesQuery, bulkEditUrl, LINES_PER_PAGE } from './hooks.ts'
import { formatFieldValue } from './rules.ts'
import { bulkLineStatusNames } from './form.rules.ts'
import { operatorsQuery } from '../safety/hooks.ts'

interface AdminBulkLinesProps {
  bulk: BulkEdit
  /** The statuses that have lines. */
  verdicts: BulkLineStatus[]
  verdict: BulkLineStatus
  page: number
}

/** The lines with one status, paged. */
export function AdminBulkLines({ bulk, verdicts, verdict, page }: AdminBulkLinesProps) {
  const looks = bulkEditUrl(bulk.id)
  const { data: lines, isPlaceholderData } = useQuery({
    ...bulkLinesQuery(bulk, verdict, page),
    placeholderData: keepPreviousData,
  })
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: operators = [] } = useQuery(operatorsQuery)
  const names = new Map([...categories, ...operators].map(({ id, name }) => [id, name]))
  return (
    <section aria-label="Regels" className="grid gap-4">
      <nav aria-label="Uitkomst" className="flex flex-wrap gap-2">
        {verdicts.map(one => (
          <Link
            key={one}
            to={looks.href({ verdict: one, page: 1 })}
            aria-current={one === verdict ? 'page' : undefined}
            className={cn(
              'figures inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-small font-medium transition-colors',
              one === verdict ? 'bg-ink text-paper' : 'bg-ink/6 hover:bg-ink/10',
            )}
          >
            {bulkLineStatusNames[one]}
            <span className={cn(one === verdict ? 'text-paper/80' : 'text-ink-soft')}>
              {bulk.counts[one]}
            </span>
          </Link>
        ))}
      </nav>
      {lines ? (
        <DataTable
          caption={`${bulkLineStatusNames[verdict]}: ${bulk.counts[verdict]}`}
          columns={columnsFor(bulk, names)}
          rows={lines}
          keyOf={({ line }) => String(line)}
          isStale={isPlaceholderData}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
      <Pagination
        current={page}
        last={pageCount(bulk.counts[verdict], LINES_PER_PAGE)}
        to={to => looks.href({ verdict, page: to }, { page: to })}
      />
    </section>
  )
}

const columnsFor = (bulk: BulkEdit, names: Map<string, string>): TableColumn<BulkLine>[] => [
  {
    name: 'Product',
    cell: line => <ProductCell line={line} />,
    className: 'md:w-2/5 align-top',
  },
  ...(bulk.fileName === null
    ? []
    : [
        {
          name: 'Regel',
          cell: ({ line }: BulkLine) => line,
          align: 'end' as const,
          className: 'align-top',
        },
      ]),
  {
    name: 'Wat er gebeurt',
    cell: line => <ResultCell line={line} names={names} />,
    phone: 'unnamed',
    className: 'md:w-1/2 align-top',
  },
]

const ProductCell = ({ line: { name, sku, productId } }: { line: BulkLine }) => (
  <span className="grid min-w-0">
    {productId ? (
      <Link to={`/admin/products/${productId}`} className="wrap-anywhere underline-offset-4 hover:underline">
        {name}
      </Link>
    ) : (
      <span className="wrap-anywhere">{name || 'Zonder naam'}</span>
    )}
    <span className="text-tiny font-normal wrap-anywhere text-ink-soft">{sku || 'geen SKU'}</span>
  </span>
)

/** Their values are ids. */
const namedFields = new Set<BulkField>(['categoryId', 'manufacturerId', 'responsiblePersonId'])

/** The errors of a line, or else its changes. */
function ResultCell({ line, names }: { line: BulkLine; names: Map<string, string> }) {
  if (line.errors.length > 0)
    return (
      <ul className="grid gap-1">
        {line.errors.map(({ column, message }) => (
          <li key={`${column} ${message}`} className="wrap-anywhere text-danger">
            {column && <strong className="font-semibold">{column}: </strong>}
            {message}
          </li>
        ))}
      </ul>
    )
  const changed = bulkFields.filter(name => line.changes[name])
  if (changed.length === 0)
    return <span className="text-ink-soft">{line.verdict === 'SAME' ? 'Niets' : 'Nieuw product'}</span>
  const shown = (name: BulkField, value: LineValue) =>
    value !== null && namedFields.has(name)
      ? (names.get(String(value)) ?? 'een andere')
      : formatFieldValue(name, value)
  return (
    <ul className="grid gap-1">
      {changed.map(name => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-soft">{bulkFieldNames[name]}</span>
          <span className="wrap-anywhere text-ink-soft line-through decoration-ink-faint">
            <span className="sr-only">was </span>
            {shown(name, line.changes[name]?.from ?? null)}
          </span>
          <ArrowRight className="size-3.5 shrink-0 self-center text-ink-faint" aria-hidden />
          <span className="font-semibold wrap-anywhere">
            <span className="sr-only">wordt </span>
            {shown(name, line.changes[name]?.to ?? null)}
          </span>
        </li>
      ))}
    </ul>
  )
}
