import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Badge } from '../../ui/parts/Badge.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { AdminHistory } from './AdminHistory.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import { AdminRemoveProduct } from './AdminRemoveProduct.tsx'
import type { ProductDetail } from './contract.ts'
import { shelvedCategoriesQuery, shelvedQuery } from './hooks.ts'

const SHELF = '/admin/products'

/** `/admin/products/:productId`: one product in its form. */
export function AdminProductPage() {
  const { productId = '' } = useParams()
  const { data: product } = useSuspenseQuery(shelvedQuery(productId))
  const { data: categories } = useSuspenseQuery(shelvedCategoriesQuery)
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <AdminHead
        title={product.name}
        aside={<Status product={product} />}
        back={{ to: SHELF, name: 'Producten' }}
        actions={product.isActive && <InShop slug={product.slug} />}
      />
      <AdminProductForm key={product.id} product={product} categories={categories} onAdded={() => undefined}>
        <Button variant="quiet" className="text-danger" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden />
          Verwijderen
        </Button>
      </AdminProductForm>
      <div className="mt-8 max-w-3xl">
        <AdminHistory productId={product.id} />
      </div>
      <AdminRemoveProduct
        product={product}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(SHELF)}
      />
    </>
  )
}

const Status = ({ product: { isActive } }: { product: ProductDetail }) => (
  <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Actief' : 'Niet actief'}</Badge>
)

const InShop = ({ slug }: { slug: string }) => (
  <Button asChild variant="secondary" size="sm">
    <Link to={`/shop/${slug}`}>
      <ExternalLink aria-hidden />
      Bekijk in de shop
    </Link>
  </Button>
)
