import { useSuspenseQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import { adminCategoriesQuery } from './hooks.ts'

const PRODUCTS_PATH = '/admin/products'

/** `/admin/products/new`: an empty form. A product stands in a category, so there has to be one. */
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
          action={
            <Button asChild>
              <Link to="/admin/categories">Naar de categorieën</Link>
            </Button>
          }
        >
          Een product staat in een categorie. Maak er eerst een.
        </EmptyState>
      ) : (
        <AdminProductForm product={null} categories={categories} onAdded={() => void navigate(PRODUCTS_PATH)}>
          <Button asChild variant="secondary">
            <Link to={PRODUCTS_PATH}>Annuleren</Link>
          </Button>
        </AdminProductForm>
      )}
    </>
  )
}
