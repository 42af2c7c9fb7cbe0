import { useSuspenseQuery } from '@tanstack/react-query'
import { Gift as GiftIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { allGiftsQuery, giftPurchaseListAddress } from './admin.hooks.ts'
import type { AdminGift } from './admin.contract.ts'
import { AdminGiftDialog } from './AdminGiftDialog.tsx'
import { AdminGiftTable } from './AdminGiftTable.tsx'
import { AdminGiftPurchases } from './AdminGiftPurchases.tsx'
import { AdminRemoveGift } from './AdminRemoveGift.tsx'

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
