import { type ReactNode, useId } from 'react'
import { pageCount } from '../../ui/pagination.ts'
import { Pagination } from '../../ui/components/Pagination.tsx'
import type { CustomerPageQuery } from './hooks.ts'
import { customerPageUrl } from './hooks.ts'

interface AdminUserSectionProps {
  title: string
  list: { total: number; page: number; pageSize: number }
  /** Shown when the list is empty. */
  none: string
  userId: string
  pages: CustomerPageQuery
  /** The query parameter of this list's page. */
  paged: keyof CustomerPageQuery
  children: ReactNode
}

/** A paged list in the customer history. */
export function AdminCustomerSection(props: AdminUserSectionProps) {
  const { title, list, none, userId, pages, paged, children } = props
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="display mb-3 flex items-baseline gap-3 text-subheading">
        {title}
        <span className="figures font-sans text-small text-ink-faint">{list.total}</span>
      </h2>
      {list.total === 0 ? <p className="text-small text-ink-soft">{none}</p> : children}
      <Pagination
        current={list.page}
        last={pageCount(list.total, list.pageSize)}
        to={page => customerPageUrl(userId).href(pages, { page: pages.page, [paged]: page })}
      />
    </section>
  )
}
