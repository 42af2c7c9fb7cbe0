import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { StoppedBy } from '../../live/sessions/contract.ts'
import type { OrderSummary } from '../../shop/orders/contract.ts'
import { OrderStatusBadge } from '../../shop/orders/ui/OrderStatusBadge.tsx'
import { asAdminsSee } from '../../shop/orders/status.rules.ts'
import { formatDateTime } from '../../ui/format.ts'
import { pageCount } from '../../ui/lists/pagination.ts'
import { cn } from '../../ui/components/cn.ts'
import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'
import { Pagination } from '../../ui/lists/Pagination.tsx'
import type { ListPage } from '../../wire/fields.ts'
import { formatCents } from '../../wire/money.ts'
import { AdminRefundSession } from './AdminRefundSession.tsx'
import type { CustomerSession, MinuteLedgerEntry } from './contract.ts'
import {
  type CustomerPageQuery,
  customerOrdersQuery,
  customerPageUrl,
  customerSessionsQuery,
  minuteLedgerQuery,
} from './hooks.ts'
import { minuteEntryNames, formatSignedMinutes } from './rules.ts'

/** The minute ledger, the orders and the sessions of a customer; each list has its own page in the URL. */
export function AdminCustomerLists({ userId, pages }: { userId: string; pages: CustomerPageQuery }) {
  const { data: ledger } = useSuspenseQuery(minuteLedgerQuery(userId, pages.ledger))
  const { data: orders } = useSuspenseQuery(customerOrdersQuery(userId, pages.page))
  const { data: sessions } = useSuspenseQuery(customerSessionsQuery(userId, pages.sessions))
  const to = (change: Partial<CustomerPageQuery>) =>
    customerPageUrl(userId).href(pages, { page: pages.page, ...change })
  return (
    <>
      <CustomerList
        title="Grootboek van minuten"
        caption="Minuten erbij en eraf, de nieuwste eerst"
        none="Nog geen minuten gekocht of gekregen."
        columns={ledgerColumns}
        list={ledger}
        to={page => to({ ledger: page })}
      />
      <CustomerList
        title="Bestellingen"
        caption="Bestellingen, de nieuwste eerst"
        none="Nog niets besteld."
        columns={orderColumns}
        list={orders}
        to={page => to({ page })}
      />
      <CustomerList
        title="Live sessies"
        caption="Live sessies, de nieuwste eerst"
        none="Nog niet gespeeld."
        columns={sessionColumns}
        list={sessions}
        to={page => to({ sessions: page })}
      />
    </>
  )
}

interface CustomerListProps<Row> {
  title: string
  caption: string
  /** Shown when the list is empty. */
  none: string
  columns: TableColumn<Row>[]
  list: ListPage<Row>
  to: (page: number) => string
}

function CustomerList<Row extends { id: string }>(props: CustomerListProps<Row>) {
  const { title, caption, none, columns, list, to } = props
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="display mb-3 flex items-baseline gap-3 text-subheading">
        {title}
        <span className="figures font-sans text-small text-ink-faint">{list.total}</span>
      </h2>
      {list.total === 0 ? (
        <p className="text-small text-ink-soft">{none}</p>
      ) : (
        <DataTable caption={caption} columns={columns} rows={list.items} keyOf={({ id }) => id} />
      )}
      <Pagination current={list.page} last={pageCount(list.total, list.pageSize)} to={to} />
    </section>
  )
}

const ledgerColumns: TableColumn<MinuteLedgerEntry>[] = [
  {
    name: 'Wat',
    cell: ({ kind, reason }) => (
      <>
        {minuteEntryNames[kind]}
        {reason && <span className="block font-normal wrap-anywhere text-ink-soft">{reason}</span>}
      </>
    ),
  },
  { name: 'Wanneer', className: 'md:min-w-40', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'Minuten',
    align: 'end',
    cell: ({ minutes }) => (
      <span className={cn('font-medium', minutes > 0 && 'text-green')}>
        {minutes === 0 ? '–' : formatSignedMinutes(minutes)}
      </span>
    ),
  },
  {
    name: 'Betaald',
    align: 'end',
    cell: ({ valueCents }) => (valueCents === 0 ? '–' : formatCents(valueCents)),
  },
  { name: 'Saldo', align: 'end', cell: ({ balance }) => balance },
]

const orderColumns: TableColumn<OrderSummary>[] = [
  {
    name: 'Nummer',
    cell: ({ id, number }) => (
      <Link
        to={`/admin/orders/${id}`}
        className="whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
      >
        {number}
      </Link>
    ),
  },
  { name: 'Datum', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: 'Status', cell: order => <OrderStatusBadge order={asAdminsSee(order)} /> },
  { name: 'Totaal', align: 'end', cell: ({ total }) => formatCents(total) },
]

const stoppedByLabels: Record<StoppedBy, string> = {
  USER: 'de klant',
  CREATOR: 'de creator',
  ADMIN: 'een administrator',
  ADMIN_FORCE: 'een administrator, geforceerd',
  SYSTEM: 'het systeem',
}

const sessionColumns: TableColumn<CustomerSession>[] = [
  { name: 'Begonnen', cell: ({ startTime }) => formatDateTime(startTime) },
  { name: 'Toy', cell: ({ toyName }) => toyName },
  { name: 'Minuten', align: 'end', cell: ({ minutesPurchased }) => minutesPurchased },
  { name: 'Waarde', align: 'end', cell: ({ cost }) => formatCents(cost) },
  { name: 'Beëindigd door', cell: ({ stoppedBy }) => (stoppedBy ? stoppedByLabels[stoppedBy] : 'onbekend') },
  { name: 'Terug', cell: session => <AdminRefundSession session={session} /> },
]
