import { useSuspenseQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { ListPage } from '../../wire/fields.ts'
import { AdminListPage } from './AdminListPage.tsx'
import { DataTable, type TableColumn } from './DataTable.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import type { ListUrl } from './listUrl.ts'
import { type RowSelection, useRowSelection } from './rowSelection.ts'
import { SearchBox } from './SearchBox.tsx'

/** A field of the list's query with a choice of values. */
interface AdminListFilter<Query> {
  field: keyof Query & string
  label: string
  /** The label of the option for all; left out where a value is required. */
  all?: string
  options: readonly { value: string; name: string }[]
}

interface AdminListRow {
  id: string
}

interface AdminListDefinition<Query, Row extends AdminListRow, List extends ListPage<Row>> {
  url: ListUrl<Query>
  query: (query: Query) => UseSuspenseQueryOptions<List>
  title: string
  /** The number of items, as text. */
  count: (list: List, query: Query) => string
  /** The purpose of the page, in one sentence. */
  intro?: string | ((list: List) => string)
  /** The buttons beside the title. */
  Actions?: ComponentType<{ list: List; query: Query }>
  search?: { label: string; placeholder: string }
  filters?: readonly AdminListFilter<Query>[]
  /** Stands after the filters. */
  besideFilters?: ReactNode
  /** Shown in place of the rows when the page has none. */
  Empty: ComponentType<{ query: Query }>
  /** Lists of rows, which are read as text, are narrow; tables are wide. */
  rows:
    | {
        /** The name of the list for screen readers. */
        name: string
        Row: ComponentType<{ row: Row }>
        className?: string
      }
    | {
        /** The name of the table for screen readers. */
        caption: string
        columns: TableColumn<Row>[]
        sorting?: { current: (query: Query) => string; change: (sort: string) => Partial<Query> }
        /** Rows can be chosen: the name of one for its checkbox, and the actions for those that are chosen. */
        selection?: { nameOf: (row: Row) => string; Actions: ComponentType<{ chosen: RowSelection }> }
      }
}

/** A list page of the back office; its search, filters, order and page are in the URL. */
export function defineAdminList<Query, Row extends AdminListRow, List extends ListPage<Row>>(
  list: AdminListDefinition<Query, Row, List>,
): ComponentType {
  const { url, rows } = list
  return function AdminList() {
    const [search] = useSearchParams()
    const query = url.parse(search)
    const { data } = useSuspenseQuery(list.query(query))
    const chosen = useRowSelection()
    const { pathname } = useLocation()
    const isStale = useNavigation().location?.pathname === pathname
    const { Actions, Empty, intro } = list
    const selection = 'columns' in rows ? rows.selection : undefined
    const page = (
      <AdminListPage
        title={list.title}
        count={list.count(data, query)}
        intro={typeof intro === 'function' ? intro(data) : intro}
        actions={Actions && <Actions list={data} query={query} />}
        filters={<AdminListFilters list={list} query={query} />}
        list={data}
        empty={<Empty query={query} />}
        to={page => url.href(query, { page } as unknown as Partial<Query>)}
        below={selection && <selection.Actions chosen={chosen} />}
      >
        {'columns' in rows ? (
          <DataTable
            caption={rows.caption}
            columns={rows.columns}
            rows={[...data.items]}
            keyOf={({ id }) => id}
            {...(rows.sorting && {
              sorting: {
                current: rows.sorting.current(query),
                to: (sort: string) => url.href(query, rows.sorting?.change(sort)),
              },
            })}
            {...(selection && { selection: { chosen, nameOf: selection.nameOf } })}
            isStale={isStale}
          />
        ) : (
          <ul
            aria-label={rows.name}
            className="divide-y divide-line rounded-card border border-line bg-surface"
          >
            {data.items.map(row => (
              <li key={row.id} data-row="" className={rows.className}>
                <rows.Row row={row} />
              </li>
            ))}
          </ul>
        )}
      </AdminListPage>
    )
    return 'columns' in rows ? page : <div className="max-w-4xl">{page}</div>
  }
}

interface FiltersProps<Query, Row extends AdminListRow, List extends ListPage<Row>> {
  list: Pick<AdminListDefinition<Query, Row, List>, 'url' | 'search' | 'filters' | 'besideFilters'>
  query: Query
}

function AdminListFilters<Query, Row extends AdminListRow, List extends ListPage<Row>>({
  list: { url, search, filters, besideFilters },
  query,
}: FiltersProps<Query, Row, List>) {
  const valueOf = (field: string): string => (query as Record<string, string | undefined>)[field] ?? ''
  // The schema of the URL reads the value again.
  const hrefOf = (field: string, value: string) => url.href(query, { [field]: value } as Partial<Query>)
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      {search && (
        <SearchBox
          {...search}
          value={valueOf('q')}
          to={q => hrefOf('q', q)}
          className="min-w-0 grow basis-60 md:max-w-md"
        />
      )}
      {filters?.map(({ field, ...filter }) => (
        <FilterSelect
          key={field}
          {...filter}
          value={valueOf(field)}
          to={value =>
            value === undefined && filter.all === undefined ? url.href(query) : hrefOf(field, value ?? '')
          }
        />
      ))}
      {besideFilters}
    </div>
  )
}
