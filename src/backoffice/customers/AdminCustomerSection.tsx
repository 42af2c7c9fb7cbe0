import { type ReactNode, useId } from 'react'
import { pageCount } from '../../ui/pagination.ts'
import { Pagination } from '../../ui/components/Pagination.tsx'
import type { CustomerPageQuery } from './hooks.ts'
import { customerPageUrl } from './hooks.ts'

interface AdminUserSectionProps {
  title: string
  /** What there is, a page of it. */
  list: { total: number; page: number; pageSize: number }
  /** What is said where there is none. */
  none: string
  userId: string
  past: CustomerPageQuery
  /** Which of the pages in the address is this list's. */
  paged: keyof CustomerPageQuery
  children: ReactNode
}

/** One of someone's lists, with its own pages. */
export function AdminCustomerSection(props: AdminUserSectionProps) {
  const { title, list, none, userId, past, paged, children } = props
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
        to={page => customerPageUrl(userId).href(past, { page: past.page, [paged]: page })}
      />
    </section>
  )
}
