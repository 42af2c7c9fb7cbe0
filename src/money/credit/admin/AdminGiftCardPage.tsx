import { useSuspenseQuery } from '@tanstack/react-query'
import { Ban, Send, ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { CallError } from '../../../ui/call/call.ts'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { formatCents } from '../../../wire/money.ts'
import { giftCardQuery, useResendGiftCard, useToggleGiftCard } from './hooks.ts'
import { AdminGiftCardState } from './AdminGiftCardsPage.tsx'
import type { AdminCreditEntry, AdminGiftCardDetail } from '../contract.ts'
import { lastValidMoment } from '../giftCards/day.rules.ts'
import { creditEntryLabels, formatSignedCents, giftCardName } from '../labels.rules.ts'

/** `/admin/gift-cards/:cardId`: a gift card, with all that changed its balance. */
export function AdminGiftCardPage() {
  const { cardId = '' } = useParams()
  const { data: card } = useSuspenseQuery(giftCardQuery(cardId))
  return (
    <>
      <AdminPageHeader
        title={giftCardName(card.lastFour)}
        aside={<AdminGiftCardState state={card.state} />}
        back={{ to: '/admin/gift-cards', name: 'Cadeaubonnen' }}
        actions={<Actions card={card} />}
      />
      <Facts card={card} />
      <h2 className="display mb-3 text-subheading">Erbij en eraf</h2>
      <AdminCreditEntries entries={card.entries} />
    </>
  )
}

function Actions({ card }: { card: AdminGiftCardDetail }) {
  const [isToggling, setToggling] = useState(false)
  const resend = useResendGiftCard()
  const isBlocked = card.state === 'BLOCKED'
  const isOver = card.state === 'SPENT' || card.state === 'EXPIRED'
  return (
    <>
      {!isBlocked && !isOver && (
        <Button
          variant="secondary"
          size="sm"
          busy={resend.isPending}
          onClick={() => resend.mutate({ cardId: card.id })}
        >
          <Send aria-hidden />
          {card.deliveredAt === null ? 'Nu sturen' : 'Opnieuw sturen'}
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={() => setToggling(true)}>
        {isBlocked ? <ShieldCheck aria-hidden /> : <Ban aria-hidden />}
        {isBlocked ? 'Vrijgeven' : 'Blokkeren'}
      </Button>
      {isToggling && <ToggleDialog card={card} onClose={() => setToggling(false)} />}
    </>
  )
}

function ToggleDialog({ card, onClose }: { card: AdminGiftCardDetail; onClose: () => void }) {
  const [isBlocked] = useState(card.state === 'BLOCKED')
  const [reason, setReason] = useState('')
  const toggle = useToggleGiftCard(isBlocked)
  const error = toggle.error instanceof CallError ? toggle.error.fields['reason'] : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    toggle.mutate({ cardId: card.id, reason }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={open => !open && !toggle.isPending && onClose()}>
      <DialogContent
        title={isBlocked ? 'Bon vrijgeven' : 'Bon blokkeren'}
        description={
          isBlocked
            ? `Met wat erop staat, ${formatCents(card.balance)}, kan weer betaald worden.`
            : 'Er kan niet meer mee betaald worden. Wat al betaald is, blijft betaald.'
        }
        footer={
          <DialogButtons isBusy={toggle.isPending} onCancel={onClose}>
            <Button
              type="submit"
              form="toggle-gift-card"
              variant={isBlocked ? 'primary' : 'danger'}
              busy={toggle.isPending}
            >
              {isBlocked ? 'Vrijgeven' : 'Blokkeren'}
            </Button>
          </DialogButtons>
        }
      >
        <form id="toggle-gift-card" noValidate method="post" onSubmit={submit}>
          <Field label="Reden" hint="Komt in het logboek." error={error}>
            <Input maxLength={200} value={reason} onChange={event => setReason(event.target.value)} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function Facts({ card }: { card: AdminGiftCardDetail }) {
  const { balance, value, recipientEmail, recipientName, senderName, message, deliveredAt, deliverOn } = card
  const facts = [
    [
      'Saldo',
      <span key="balance" className="font-medium">
        {formatCents(balance)}
      </span>,
    ],
    ['Waarde', formatCents(value)],
    ['Aan', [recipientName, recipientEmail].filter(Boolean).join(', ') || 'gewist'],
    ...(senderName ? [['Van', senderName] as const] : []),
    deliveredAt === null ? ['Gaat op', formatDate(deliverOn)] : ['Gemaild', formatDateTime(deliveredAt)],
    ['Gemaakt', formatDateTime(card.createdAt)],
    ['Geldig tot en met', formatDate(lastValidMoment(card.expiresAt))],
    [
      'Bestelling',
      card.orderId === null ? (
        'gegeven door het beheer'
      ) : (
        <Link
          key="order"
          to={`/admin/orders/${card.orderId}`}
          className="whitespace-nowrap underline underline-offset-4 hover:text-accent-text"
        >
          {card.orderNumber}
        </Link>
      ),
    ],
  ] as const
  return (
    <Card className="mb-8 grid gap-5 p-5">
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-3 lg:grid-cols-4">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt className="text-ink-faint">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      {message && (
        <p className="border-t border-line pt-4 text-small wrap-anywhere whitespace-pre-line text-ink-soft">
          {message}
        </p>
      )}
    </Card>
  )
}

const entryColumns: TableColumn<AdminCreditEntry>[] = [
  {
    name: 'Wat',
    cell: ({ kind, reason, by }) => (
      <>
        {creditEntryLabels[kind]}
        {(reason || by) && (
          <span className="block font-normal wrap-anywhere text-ink-soft">
            {[reason, by && `door ${by}`].filter(Boolean).join(', ')}
          </span>
        )}
      </>
    ),
  },
  { name: 'Bestelling', cell: ({ orderNumber }) => orderNumber ?? '–' },
  { name: 'Wanneer', className: 'md:min-w-40', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'Bedrag',
    align: 'end',
    cell: ({ amount }) => (
      <span className={cn('font-medium', amount > 0 && 'text-green')}>{formatSignedCents(amount)}</span>
    ),
  },
]

/** The entries that changed a balance. */
export const AdminCreditEntries = ({ entries }: { entries: AdminCreditEntry[] }) => (
  <DataTable
    caption="Erbij en eraf, het nieuwste eerst"
    columns={entryColumns}
    rows={entries}
    keyOf={({ id }) => id}
  />
)
