import { createContext, type ReactNode, use } from 'react'
import { pageCount } from './pagination.ts'
import { AdminPageHeader } from './AdminPageHeader.tsx'
import { Pagination } from './Pagination.tsx'

/** The tools that every list of the back office shows below its filters; `AdminLayout` provides it, since it belongs to a slice. */
export const ListToolsContext = createContext<ReactNode>(null)

interface AdminListPageProps {
  title: string
  /** The number of items, as text. */
  count?: string
  /** One sentence about the purpose of the page. */
  intro?: ReactNode
  /** Buttons on the right. */
  actions?: ReactNode
  /** The search box and the filters. */
  filters: ReactNode
  list: { items: readonly unknown[]; total: number; page: number; pageSize: number }
  /** Shown instead of the table when the page has no items. */
  empty: ReactNode
  /** The URL of a page. */
  to: (page: number) => string
  /** The table and its additions. */
  children: ReactNode
  /** Between the table and the pagination, also on a page without items. */
  below?: ReactNode
}

/** A paged list of the back office: heading, filters, table and pagination. */
export const AdminListPage = (props: AdminListPageProps) => (
  <>
    <AdminPageHeader title={props.title} aside={props.count} actions={props.actions}>
      {props.intro}
    </AdminPageHeader>
    {props.filters}
    {use(ListToolsContext)}
    {props.list.items.length === 0 ? props.empty : props.children}
    {props.below}
    <Pagination
      current={props.list.page}
      last={pageCount(props.list.total, props.list.pageSize)}
      to={props.to}
    />
  </>
)
