import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import type { AdminGift } from './admin.contract.ts'
import { useRemoveGift } from './admin.hooks.ts'

/** Asks for confirmation before a gift is removed. */
export function AdminRemoveGift({ gift, onClose }: { gift: AdminGift; onClose: () => void }) {
  const remove = useRemoveGift()
  return (
    <ConfirmDialog
      title="Wens verwijderen"
      description={gift.name}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(gift, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        De wens gaat van de lijst. Heeft iemand haar al gegeven, of dat geprobeerd, dan blijft ze hier staan
        als niet actief, voor de boeken.
      </p>
    </ConfirmDialog>
  )
}
