import { useSuspenseQuery } from '@tanstack/react-query'
import { Gift as GiftIcon, Plus, ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import {
  allGiftsQuery,
  giftPurchaseListAddress,
  useRemoveGift,
  useReorderGifts,
  useSetGiftActive,
} from './hooks.ts'
import type { AdminGift } from './contract.ts'
import { AdminGiftDialog } from './AdminGiftDialog.tsx'
import { AdminGiftPurchases } from './AdminGiftPurchases.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { GiftState } from '../contract.ts'

/** `/admin/gifts`: the gifts of creators and their purchases. */
export function AdminGiftsPage() {
  const [search] = useSearchParams()
  const { data: gifts } = useSuspenseQuery(allGiftsQuery)
  const [edited, edit] = useState<AdminGift | 'new' | null>(null)
  const [leaving, remove] = useState<AdminGift | null>(null)
  return (
    <div className="grid gap-10">
      <div>
        <AdminPageHeader
          title="Wensen"
          aside={plural(gifts.length, 'wens', 'wensen')}
          actions={
            <Button size="sm" onClick={() => edit('new')}>
              <Plus aria-hidden />
              Wens toevoegen
            </Button>
          }
        >
          Wat leden aan een creator kunnen geven, in de volgorde waarin zij het zien.
        </AdminPageHeader>
        {gifts.length === 0 ? (
          <EmptyState icon={GiftIcon} title="Nog geen wensen">
            Voeg iets toe waar een creator blij van wordt. Het staat meteen op het lijstje.
          </EmptyState>
        ) : (
          <AdminGiftTable gifts={gifts} onEdit={edit} onRemove={remove} />
        )}
      </div>
      <AdminGiftPurchases look={giftPurchaseListAddress.parse(search)} gifts={gifts} />
      {edited && <AdminGiftDialog gift={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
      {leaving && <AdminRemoveGift gift={leaving} onClose={() => remove(null)} />}
    </div>
  )
}

/** Asks for confirmation before a gift is removed. */
function AdminRemoveGift({ gift, onClose }: { gift: AdminGift; onClose: () => void }) {
  const remove = useRemoveGift()
  return (
    <ConfirmDialog
      title="Wens verwijderen"
      description={gift.name}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ giftId: gift.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        De wens gaat van de lijst. Heeft iemand haar al gegeven, of dat geprobeerd, dan blijft ze hier staan
        als niet actief, voor de boeken.
      </p>
    </ConfirmDialog>
  )
}

interface AdminGiftTableProps {
  gifts: AdminGift[]
  onEdit: (gift: AdminGift) => void
  onRemove: (gift: AdminGift) => void
}

const states: Record<GiftState, { name: string; tone: BadgeTone }> = {
  FREE: { name: 'Te geven', tone: 'outline' },
  HELD: { name: 'Wordt betaald', tone: 'yellow' },
  GIVEN: { name: 'Gegeven', tone: 'green' },
}

const AdminGiftTable = ({ gifts, onEdit, onRemove }: AdminGiftTableProps) => (
  <DataTable
    caption="Wensen, in de volgorde van de lijst"
    columns={columnsOf({ gifts, onEdit, onRemove })}
    rows={gifts}
    keyOf={({ id }) => id}
  />
)

const columnsOf = ({ gifts, onEdit, onRemove }: AdminGiftTableProps): TableColumn<AdminGift>[] => [
  { name: 'Wens', cell: gift => <GiftCell gift={gift} /> },
  { name: 'Voor', cell: gift => gift.ownerName },
  { name: 'Prijs', align: 'end', cell: gift => formatCents(gift.price) },
  { name: 'Gegeven', cell: gift => <GiftStateCell gift={gift} /> },
  { name: 'Actief', cell: gift => <ActiveSwitch gift={gift} /> },
  {
    name: 'Volgorde',
    className: 'max-md:items-center',
    cell: gift => <PositionButtons gift={gift} gifts={gifts} />,
  },
  {
    name: 'Acties',
    align: 'end',
    phone: 'unnamed',
    className: 'max-md:justify-end',
    cell: gift => (
      <div className="flex gap-1 md:justify-end">
        <IconButton icon={Pencil} label={`Bewerk ${gift.name}`} onClick={() => onEdit(gift)} />
        <IconButton icon={Trash2} label={`Verwijder ${gift.name}`} onClick={() => onRemove(gift)} />
      </div>
    ),
  },
]

function GiftStateCell({ gift: { isSingle, state, given } }: { gift: AdminGift }) {
  if (!isSingle) return `${given}×, vaker te geven`
  return <Badge tone={states[state].tone}>{states[state].name}</Badge>
}

const GiftCell = ({ gift }: { gift: AdminGift }) => (
  <span className="flex items-center gap-3">
    <ResponsiveImage src={gift.imageUrl} alt="" sizes="40px" className="w-10 shrink-0 rounded-inner" />
    <span className="min-w-0 wrap-anywhere">{gift.name}</span>
  </span>
)

function ActiveSwitch({ gift }: { gift: AdminGift }) {
  const change = useSetGiftActive()
  return (
    <Switch
      aria-label={`${gift.name} actief`}
      checked={change.isPending ? change.variables.isActive : gift.isActive}
      disabled={change.isPending}
      onCheckedChange={isActive => change.mutate({ giftId: gift.id, isActive })}
    />
  )
}

/** Moves a gift one position up or down, by mouse and by keyboard. */
function PositionButtons({ gift, gifts }: { gift: AdminGift; gifts: AdminGift[] }) {
  const arrange = useReorderGifts()
  const at = gifts.indexOf(gift)
  const swapWith = (to: number) => {
    const others = gifts.filter(other => other !== gift)
    arrange.mutate({ giftIds: others.toSpliced(to, 0, gift).map(({ id }) => id) })
  }
  const isBusy = arrange.isPending
  return (
    <span className="flex gap-1 max-md:-mr-3 max-md:justify-end">
      <IconButton
        icon={ArrowUp}
        label={`${gift.name} omhoog`}
        disabled={isBusy || at === 0}
        onClick={() => swapWith(at - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={`${gift.name} omlaag`}
        disabled={isBusy || at === gifts.length - 1}
        onClick={() => swapWith(at + 1)}
      />
    </span>
  )
}
