import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AdminStats } from '../../backoffice/stats/AdminStats.tsx'
import { AdminLiveVisitors } from '../../backoffice/analytics/AdminLiveVisitors.tsx'
import { AdminVisitorFilters } from '../../backoffice/analytics/AdminVisitorFilters.tsx'
import { AdminWebsiteAnalytics } from '../../backoffice/analytics/AdminWebsiteAnalytics.tsx'
import { shopAnalyticsQuery, visitorsPageUrl } from '../../backoffice/analytics/hooks.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'

/** `/admin/visitors`: the visitors, the pages viewed, and the current visits. The query is in the URL. */
export function AdminVisitorsPage() {
  const query = visitorsPageUrl.parse(useSearchParams()[0])
  const { data: stats } = useSuspenseQuery(shopAnalyticsQuery)
  return (
    <>
      <AdminPageHeader title="Bezoekers" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminVisitorFilters query={query} />
        <AdminWebsiteAnalytics query={query} />
        <AdminLiveVisitors query={query} />
      </div>
    </>
  )
}
