import { useSuspenseQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { useNavigate } from 'react-router'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import { adminCategoriesQuery } from './hooks.ts'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'

const PRODUCTS_PATH = '/admin/products'

/** `/admin/products/new`: an empty form. A product needs a category, so there has to be one. */
export function AdminNewProductPage() {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const navigate = useNavigate()
  return (
    <>
      <AdminPageHeader title="Nieuw product" back={{ to: PRODUCTS_PATH, name: 'Producten' }} />
      {categories.length === 0 ? (
        <EmptyState
          icon={Tags}
          title="Nog geen categorieën"
          action={<ButtonLink to="/admin/categories">Naar de categorieën</ButtonLink>}
        >
          Een product staat in een categorie. Maak er eerst een.
        </EmptyState>
      ) : (
        <>
          <AdminProductForm
            product={null}
            categories={categories}
            onAdded={() => void navigate(PRODUCTS_PATH)}
          >
            <ButtonLink to={PRODUCTS_PATH} variant="secondary">
              Annuleren
            </ButtonLink>
          </AdminProductForm>
          <p className="mt-4 text-small text-ink-soft">
            Maten, kleuren en de actieprijs voeg je toe op de pagina van het product, zodra het er is.
          </p>
        </>
      )}
    </>
  )
}
