import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { AdminProductHistory } from './AdminProductHistory.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import type { AdminProductDetail } from './contract.ts'
import { adminCategoriesQuery, adminProductQuery, useRemoveProduct } from './hooks.ts'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

const PRODUCTS_PATH = '/admin/products'

/** `/admin/products/:productId`: one product in its form. */
export function AdminProductPage() {
  const { productId = '' } = useParams()
  const { data: product } = useSuspenseQuery(adminProductQuery(productId))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <AdminPageHeader
        title={product.name}
        aside={<Status product={product} />}
        back={{ to: PRODUCTS_PATH, name: 'Producten' }}
        actions={product.isActive && <ShopLink slug={product.slug} />}
      />
      <AdminProductForm key={product.id} product={product} categories={categories} onAdded={() => undefined}>
        <Button variant="quiet" className="text-danger" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden />
          Verwijderen
        </Button>
      </AdminProductForm>
      <div className="mt-8 max-w-3xl">
        <AdminProductHistory productId={product.id} />
      </div>
      <AdminRemoveProduct
        product={product}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(PRODUCTS_PATH)}
      />
    </>
  )
}

const Status = ({ product: { isActive } }: { product: AdminProductDetail }) => (
  <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Actief' : 'Niet actief'}</Badge>
)

const ShopLink = ({ slug }: { slug: string }) => (
  <ButtonLink to={`/shop/${slug}`} variant="secondary" size="sm">
    <ExternalLink aria-hidden />
    Bekijk in de shop
  </ButtonLink>
)

interface AdminRemoveProductProps {
  product: AdminProductDetail
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a product is removed, and says whether it will be deleted or only deactivated. */
function AdminRemoveProduct({ product, open, onClose, onRemoved }: AdminRemoveProductProps) {
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
