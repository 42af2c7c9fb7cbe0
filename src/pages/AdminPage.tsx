import { useSuspenseQuery } from '@tanstack/react-query'
import { AdminChores } from '../figures/AdminChores.tsx'
import { AdminStats } from '../figures/AdminStats.tsx'
import { AdminTrend } from '../figures/AdminTrend.tsx'
import { figuresQuery } from '../figures/hooks.ts'
import { AdminHead } from '../web/ui/AdminHead.tsx'

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
