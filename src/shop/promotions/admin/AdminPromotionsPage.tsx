import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, TicketPercent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { plural } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import { AdminPromotionDialog } from './AdminPromotionDialog.tsx'
import { AdminPromotionTrial } from './AdminPromotionTrial.tsx'
import type { AdminPromotion, PromotionState } from './contract.ts'
import { promotionStateLabels } from './form.rules.ts'
import { promotionsQuery, useRemovePromotion, useSetPromotionActive } from './hooks.ts'

type Open = { what: 'edit'; promotion: AdminPromotion | null } | { what: 'remove'; promotion: AdminPromotion }

/** `/admin/promotions`: all promotions with their revenue, and a basket to try them on. */
export function AdminPromotionsPage() {
  const { data: promotions } = useSuspenseQuery(promotionsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button size="sm" onClick={() => setOpen({ what: 'edit', promotion: null })}>
      <Plus aria-hidden />
      Nieuwe actie
    </Button>
  )
  return (
    <div className="grid gap-10">
      <div>
        <AdminPageHeader title="Acties" aside={plural(promotions.length, 'actie', 'acties')} actions={add}>
          Kortingen met een code, en kortingen die vanzelf gelden.
        </AdminPageHeader>
        {promotions.length === 0 ? (
          <EmptyState icon={TicketPercent} title="Nog geen acties" action={add}>
            Geef klanten een code, of een korting die vanzelf geldt.
          </EmptyState>
        ) : (
          <DataTable
            caption="Acties, de nieuwste eerst"
            columns={columnsWith(setOpen)}
            rows={promotions}
            keyOf={({ id }) => id}
          />
        )}
      </div>
      <AdminPromotionTrial />
      {open?.what === 'edit' && <AdminPromotionDialog promotion={open.promotion} onClose={close} />}
      {open?.what === 'remove' && <AdminRemovePromotion promotion={open.promotion} onClose={close} />}
    </div>
  )
}

const stateTones: Record<PromotionState, BadgeTone> = {
  RUNNING: 'green',
  SCHEDULED: 'blue',
  ENDED: 'neutral',
  USED_UP: 'yellow',
  OFF: 'outline',
}

const columnsWith = (onOpen: (open: Open) => void): TableColumn<AdminPromotion>[] => [
  { name: 'Actie', cell: promotion => <PromotionCell promotion={promotion} /> },
  { name: 'Code', cell: ({ code }) => code ?? 'Vanzelf' },
  {
    name: 'Wanneer',
    cell: ({ startsAt, endsAt }) =>
      startsAt === null && endsAt === null ? 'Altijd' : <Period startsAt={startsAt} endsAt={endsAt} />,
  },
  {
    name: 'Gebruikt',
    align: 'end',
    cell: ({ orders, maxUses }) => (maxUses === null ? orders : `${orders} van ${maxUses}`),
  },
  { name: 'Korting', align: 'end', cell: ({ discountCents }) => formatCents(discountCents) },
  { name: 'Omzet', align: 'end', cell: ({ earnedCents }) => formatCents(earnedCents) },
  { name: 'Actief', cell: promotion => <ActiveSwitch promotion={promotion} /> },
  {
    name: 'Bewerken',
    align: 'end',
    phone: 'unnamed',
    className: 'max-md:justify-end',
    cell: promotion => (
      <span className="flex gap-1 md:justify-end">
        <IconButton
          icon={Pencil}
          label={`Bewerk ${promotion.title}`}
          onClick={() => onOpen({ what: 'edit', promotion })}
        />
        {!promotion.wasUsed && (
          <IconButton
            icon={Trash2}
            label={`Verwijder ${promotion.title}`}
            onClick={() => onOpen({ what: 'remove', promotion })}
          />
        )}
      </span>
    ),
  },
]

const PromotionCell = ({ promotion: { title, explanation, state } }: { promotion: AdminPromotion }) => (
  <span className="grid justify-items-start gap-1">
    <span className="font-medium wrap-anywhere">{title}</span>
    <span className="text-small text-ink-soft">{explanation}</span>
    <Badge tone={stateTones[state]}>{promotionStateLabels[state]}</Badge>
  </span>
)

/** Times on the clocks of Brussels, as they were typed. */
const Period = ({ startsAt, endsAt }: Pick<AdminPromotion, 'startsAt' | 'endsAt'>) => (
  <span className="figures grid text-small">
    {startsAt !== null && <span>vanaf {startsAt.replace('T', ' ')}</span>}
    {endsAt !== null && <span>tot {endsAt.replace('T', ' ')}</span>}
  </span>
)

function ActiveSwitch({ promotion }: { promotion: AdminPromotion }) {
  const change = useSetPromotionActive()
  return (
    <Switch
      aria-label={`${promotion.title} actief`}
      checked={change.isPending ? change.variables.isActive : promotion.isActive}
      disabled={change.isPending}
      onCheckedChange={isActive => change.mutate({ promotion, isActive })}
    />
  )
}

function AdminRemovePromotion({ promotion, onClose }: { promotion: AdminPromotion; onClose: () => void }) {
  const remove = useRemovePromotion()
  return (
    <ConfirmDialog
      title="Actie verwijderen"
      description={promotion.title}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ promotionId: promotion.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Niemand heeft haar gebruikt. Een actie die gebruikt is, kun je alleen uitzetten.</p>
    </ConfirmDialog>
  )
}
