import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import type { AdminProductDetail } from './contract.ts'
import { useRemoveProduct } from './hooks.ts'

interface AdminRemoveProductProps {
  product: AdminProductDetail
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a product goes, and says beforehand whether it is erased or only taken off sale. */
export function AdminRemoveProduct({ product, open, onClose, onRemoved }: AdminRemoveProductProps) {
  const remove = useRemoveProduct()
  return (
    <ConfirmDialog
      title="Product verwijderen"
      description={product.name}
      confirm={product.wasOrdered ? 'Uit de verkoop halen' : 'Verwijderen'}
      open={open}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(product, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>
        {product.wasOrdered
          ? 'Dit product is ooit besteld en staat op facturen. Het wordt niet gewist, maar uit de verkoop gehaald.'
          : 'Dit product is nooit besteld. Het wordt gewist, met zijn foto’s, en verdwijnt uit winkelmandjes en verlanglijsten.'}
      </p>
    </ConfirmDialog>
  )
}
