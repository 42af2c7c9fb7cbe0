import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { AdminCategoryDialog } from './AdminCategoryDialog.tsx'
import { AdminRemoveCategory } from './AdminRemoveCategory.tsx'
import type { AdminCategory } from './contract.ts'
import { adminCategoriesQuery } from './hooks.ts'

type Open = { what: 'edit'; category: AdminCategory | null } | { what: 'remove'; category: AdminCategory }

/** `/admin/categories`: all of them, and how many products each holds. */
export function AdminCategoriesPage() {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button size="sm" onClick={() => setOpen({ what: 'edit', category: null })}>
      <Plus aria-hidden />
      Nieuwe categorie
    </Button>
  )
  return (
    <div className="max-w-5xl">
      <AdminPageHeader
        title="Categorieën"
        aside={plural(categories.length, 'categorie', 'categorieën')}
        actions={add}
      />
      {categories.length === 0 ? (
        <EmptyState icon={Tags} title="Nog geen categorieën" action={add}>
          Elk product staat in een categorie, en klanten kiezen erop in de shop.
        </EmptyState>
      ) : (
        <DataTable
          caption="Categorieën, op naam"
          columns={columnsWith(setOpen)}
          rows={categories}
          keyOf={({ id }) => id}
        />
      )}
      {open?.what === 'edit' && <AdminCategoryDialog category={open.category} onClose={close} />}
      {open?.what === 'remove' && <AdminRemoveCategory category={open.category} onClose={close} />}
    </div>
  )
}

const columnsWith = (onOpen: (open: Open) => void): TableColumn<AdminCategory>[] => [
  { name: 'Naam', cell: ({ name }) => name },
  { name: 'Webadres', cell: ({ slug }) => <span className="wrap-anywhere text-ink-soft">{slug}</span> },
  {
    name: 'Producten',
    cell: ({ id, products }) => (
      <Link
        to={`/admin/products?categoryId=${id}`}
        className="underline underline-offset-4 hover:text-accent-text"
      >
        {products}
      </Link>
    ),
    align: 'end',
  },
  {
    name: 'Acties',
    phone: 'unnamed',
    className: 'md:w-28 max-md:justify-end',
    cell: category => (
      <span className="flex justify-end max-md:-mr-3">
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Bewerk ${category.name}`}
          onClick={() => onOpen({ what: 'edit', category })}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Verwijder ${category.name}`}
          onClick={() => onOpen({ what: 'remove', category })}
        >
          <Trash2 aria-hidden />
        </Button>
      </span>
    ),
  },
]
