import { useSuspenseQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import { shelvedCategoriesQuery } from './hooks.ts'

const SHELF = '/admin/products'

/** `/admin/products/new`: an empty form. A product stands in a category, so there has to be one. */
export function AdminNewProductPage() {
  const { data: categories } = useSuspenseQuery(shelvedCategoriesQuery)
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Nieuw product" back={{ to: SHELF, name: 'Producten' }} />
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
        <AdminProductForm product={null} categories={categories} onAdded={() => void navigate(SHELF)}>
          <Button asChild variant="secondary">
            <Link to={SHELF}>Annuleren</Link>
          </Button>
        </AdminProductForm>
      )}
    </>
  )
}
