import { Link } from 'react-router'
import { CallError } from '../../ui/call.ts'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { useRemoveCategory } from './hooks.ts'
import type { AdminCategory } from './contract.ts'

/** Asks before a category is deleted; one with products stays, and says how many it has. */
export function AdminRemoveCategory({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const remove = useRemoveCategory()
  const { error } = remove
  const isInUse = error instanceof CallError && error.code === 'CATEGORY_IN_USE'
  return (
    <ConfirmDialog
      title="Categorie verwijderen"
      description={category.name}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ categoryId: category.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isInUse ? (
        <Notice tone="error" title={error.reason}>
          Zet ze eerst in een andere categorie.{' '}
          <Link to={`/admin/products?categoryId=${category.id}`} className="underline underline-offset-4">
            Bekijk deze producten
          </Link>
        </Notice>
      ) : (
        <p>De categorie verdwijnt uit de shop. Dat kan alleen als er geen product meer in zit.</p>
      )}
    </ConfirmDialog>
  )
}
