import { Download, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { AdminBulkEditDialog } from './AdminBulkEditDialog.tsx'
import { exportProducts } from './bulk.contract.ts'
import type { ProductListQuery } from './hooks.ts'

interface AdminShelfActionsProps {
  query: ProductListQuery
  /** How many products the filters find. */
  total: number
}

/** Import, export, and a bulk edit of all products that are found. */
export function AdminProductListActions({
  query: { q, categoryId, stock, active },
  total,
}: AdminShelfActionsProps) {
  const search = {
    ...(q && { q }),
    ...(categoryId && { categoryId }),
    ...(stock && { stock }),
    ...(active && { active }),
  }
  return (
    <>
      {total > 0 && <AdminBulkEditDialog selection={{ search }} count={total} label="Alles bewerken" />}
      <Button asChild variant="secondary" size="sm">
        <Link to="/admin/products/import">
          <Upload aria-hidden />
          Importeren
        </Link>
      </Button>
      <Button asChild variant="secondary" size="sm">
        <a href={`${exportProducts.path}?${new URLSearchParams(search)}`} download>
          <Download aria-hidden />
          Exporteren
        </a>
      </Button>
    </>
  )
}
