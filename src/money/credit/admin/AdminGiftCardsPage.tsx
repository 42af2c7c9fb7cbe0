import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { Plus, TicketCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, plural } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import type { TableColumn } from '../../../ui/lists/DataTable.tsx'
import { EmailAddress } from '../../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatCents } from '../../../wire/money.ts'
import { giftCardListUrl, giftCardsQuery } from './hooks.ts'
import { AdminGiveGiftCard } from './AdminGiveGiftCard.tsx'
import { type AdminGiftCard, GiftCardState } from '../contract.ts'
import { lastValidMoment } from '../giftCards/day.rules.ts'
import { giftCardStateLabels } from '../labels.rules.ts'

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

function GiveButton() {
  const [isGiving, setGiving] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setGiving(true)}>
        <Plus aria-hidden />
        Cadeaubon geven
      </Button>
      {isGiving && <AdminGiveGiftCard onClose={() => setGiving(false)} />}
    </>
  )
}

/** `/admin/gift-cards`: all gift cards, and the amount that customers can still spend with them. */
export const AdminGiftCardsPage = defineAdminList({
  url: giftCardListUrl,
  query: giftCardsQuery,
  title: 'Cadeaubonnen',
  count: ({ total }) => plural(total, 'bon', 'bonnen'),
  intro: ({ owed }) =>
    `Op alle bonnen samen staat nog ${formatCents(owed)}: dat kunnen klanten nog besteden.`,
  Actions: GiveButton,
  search: { label: 'Zoek een cadeaubon', placeholder: 'Einde van de code, e-mailadres of bestelnummer' },
  filters: [
    {
      field: 'state',
      label: 'Staat',
      all: 'Elke staat',
      options: GiftCardState.options.map(value => ({ value, name: giftCardStateLabels[value].name })),
    },
  ],
  Empty: () => (
    <EmptyState icon={TicketCheck} title="Geen cadeaubonnen gevonden">
      Zoek op de laatste vier tekens van de code, het e-mailadres van de ontvanger of het bestelnummer.
    </EmptyState>
  ),
  rows: { caption: 'Cadeaubonnen, de nieuwste eerst', columns },
})
