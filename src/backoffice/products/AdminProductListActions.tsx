import { Download, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { AdminBulkEditDialog } from './AdminBulkEditDialog.tsx'
import { exportProducts } from './bulk.contract.ts'
import type { ProductListQuery } from './hooks.ts'

interface AdminShelfActionsProps {
  look: ProductListQuery
  /** How many this look finds. */
  total: number
}

/** What can be done with all that is found: bring in, take out, and edit at once. */
export function AdminProductListActions({
  look: { q, categoryId, stock, active },
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
