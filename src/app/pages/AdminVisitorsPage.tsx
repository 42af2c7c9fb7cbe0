import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AdminStats } from '../../backoffice/stats/AdminStats.tsx'
import { AdminLiveVisitors } from '../../backoffice/analytics/AdminLiveVisitors.tsx'
import { AdminVisitorFilters } from '../../backoffice/analytics/AdminVisitorFilters.tsx'
import { AdminWebsiteAnalytics } from '../../backoffice/analytics/AdminWebsiteAnalytics.tsx'
import { shopAnalyticsQuery, visitorsPageUrl } from '../../backoffice/analytics/hooks.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'

/** `/admin/visitors`: who came, what they looked at, and who is here now. What is looked at stands in the address. */
export function AdminVisitorsPage() {
  const look = visitorsPageUrl.parse(useSearchParams()[0])
  const { data: stats } = useSuspenseQuery(shopAnalyticsQuery)
  return (
    <>
      <AdminPageHeader title="Bezoekers" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminVisitorFilters look={look} />
        <AdminWebsiteAnalytics look={look} />
        <AdminLiveVisitors look={look} />
      </div>
    </>
  )
}
