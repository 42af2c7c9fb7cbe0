import { useSuspenseQuery } from '@tanstack/react-query'
import { AdminChores } from '../../backoffice/stats/AdminChores.tsx'
import { AdminStats } from '../../backoffice/stats/AdminStats.tsx'
import { AdminTrend } from '../../backoffice/stats/AdminTrend.tsx'
import { figuresQuery } from '../../backoffice/stats/hooks.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'

/** `/admin`: how the shop stands. */
export function AdminPage() {
  const { data: stats } = useSuspenseQuery(figuresQuery)
  return (
    <>
      <AdminHead title="Overzicht" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminChores />
        <AdminTrend />
      </div>
    </>
  )
}
