import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, TicketCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { formatDate, plural } from '../../ui/format.ts'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmailAddress } from '../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { formatCents } from '../../wire/money.ts'
import { type GiftCardListQuery, giftCardListUrl, giftCardsQuery } from './admin.hooks.ts'
import { AdminGiveGiftCard } from './AdminGiveGiftCard.tsx'
import { type AdminGiftCard, GiftCardState } from './contract.ts'
import { lastValidMoment } from './day.rules.ts'
import { giftCardStateLabels } from './labels.rules.ts'

/** `/admin/gift-cards`: all gift cards, and what customers can still spend with them. */
export function AdminGiftCardsPage() {
  const [search] = useSearchParams()
  const query = giftCardListUrl.parse(search)
  const { data: list } = useSuspenseQuery(giftCardsQuery(query))
  const isStale = useNavigation().state === 'loading'
  const [isGiving, setGiving] = useState(false)
  return (
    <>
      <AdminListPage
        title="Cadeaubonnen"
        count={plural(list.total, 'bon', 'bonnen')}
        intro={`Op alle bonnen samen staat nog ${formatCents(list.owed)}: dat kunnen klanten nog besteden.`}
        actions={
          <Button size="sm" onClick={() => setGiving(true)}>
            <Plus aria-hidden />
            Cadeaubon geven
          </Button>
        }
        filters={<Filters query={query} />}
        list={list}
        empty={
          <EmptyState icon={TicketCheck} title="Geen cadeaubonnen gevonden">
            Zoek op de laatste vier tekens van de code, het e-mailadres van de ontvanger of het bestelnummer.
          </EmptyState>
        }
        to={page => giftCardListUrl.href(query, { page })}
      >
        <DataTable
          caption="Cadeaubonnen, de nieuwste eerst"
          columns={columns}
          rows={list.items}
          keyOf={({ id }) => id}
          isStale={isStale}
        />
      </AdminListPage>
      {isGiving && <AdminGiveGiftCard onClose={() => setGiving(false)} />}
    </>
  )
}

const Filters = ({ query }: { query: GiftCardListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een cadeaubon"
      placeholder="Einde van de code, e-mailadres of bestelnummer"
      value={query.q}
      to={q => giftCardListUrl.href(query, { q })}
      className="min-w-0 grow basis-60 md:max-w-md"
    />
    <FilterSelect
      label="Staat"
      value={query.state}
      all="Elke staat"
      options={GiftCardState.options.map(value => ({ value, name: giftCardStateLabels[value].name }))}
      to={state => giftCardListUrl.href(query, { state: state ?? '' })}
    />
  </div>
)

const link =
  'whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current'

const columns: TableColumn<AdminGiftCard>[] = [
  {
    name: 'Bon',
    cell: ({ id, lastFour }) => (
      <Link to={`/admin/gift-cards/${id}`} className={link}>
        …{lastFour}
      </Link>
    ),
  },
  { name: 'Staat', cell: ({ state }) => <AdminGiftCardState state={state} /> },
  {
    name: 'Aan',
    cell: ({ recipientEmail }) =>
      recipientEmail === null ? (
        '–'
      ) : (
        <span className="wrap-anywhere">
          <EmailAddress>{recipientEmail}</EmailAddress>
        </span>
      ),
  },
  {
    name: 'Bestelling',
    cell: ({ orderId, orderNumber }) =>
      orderId === null ? (
        'Gegeven'
      ) : (
        <Link to={`/admin/orders/${orderId}`} className={link}>
          {orderNumber}
        </Link>
      ),
  },
  { name: 'Gemaakt', cell: ({ createdAt }) => formatDate(createdAt) },
  { name: 'Geldig tot en met', cell: ({ expiresAt }) => formatDate(lastValidMoment(expiresAt)) },
  { name: 'Waarde', align: 'end', cell: ({ value }) => formatCents(value) },
  {
    name: 'Saldo',
    align: 'end',
    cell: ({ balance }) => <span className="font-medium">{formatCents(balance)}</span>,
  },
]

export const AdminGiftCardState = ({ state }: { state: GiftCardState }) => (
  <Badge tone={giftCardStateLabels[state].tone}>{giftCardStateLabels[state].name}</Badge>
)
