import { type ReactNode, useId } from 'react'
import { pagesOf } from '../../ui/paging.ts'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import type { Past } from './hooks.ts'
import { pastOf } from './hooks.ts'

interface AdminUserSectionProps {
  title: string
  /** What there is, a page of it. */
  list: { total: number; page: number; pageSize: number }
  /** What is said where there is none. */
  none: string
  userId: string
  past: Past
  /** Which of the pages in the address is this list's. */
  paged: keyof Past
  children: ReactNode
}

/** One of someone's lists, with its own pages. */
export function AdminUserSection(props: AdminUserSectionProps) {
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
        last={pagesOf(list.total, list.pageSize)}
        to={page => pastOf(userId).address(past, { page: past.page, [paged]: page })}
      />
    </section>
  )
}
