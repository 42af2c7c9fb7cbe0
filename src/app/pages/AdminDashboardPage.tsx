import { useSuspenseQuery } from '@tanstack/react-query'
import { AdminTaskList } from '../../backoffice/stats/AdminTaskList.tsx'
import { AdminStats } from '../../backoffice/stats/AdminStats.tsx'
import { AdminDailyStats } from '../../backoffice/stats/AdminDailyStats.tsx'
import { statsQuery } from '../../backoffice/stats/hooks.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'

/** `/admin`: the key figures of the shop. */
export function AdminDashboardPage() {
  const { data: stats } = useSuspenseQuery(statsQuery)
  return (
    <>
      <AdminPageHeader title="Overzicht" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminTaskList />
        <AdminDailyStats />
      </div>
    </>
  )
}
