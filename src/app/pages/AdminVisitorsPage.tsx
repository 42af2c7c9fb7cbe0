import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AdminStats } from '../../backoffice/stats/AdminStats.tsx'
import { AdminHere } from '../../backoffice/analytics/AdminHere.tsx'
import { AdminVisitorFilters } from '../../backoffice/analytics/AdminVisitorFilters.tsx'
import { AdminVisits } from '../../backoffice/analytics/AdminVisits.tsx'
import { analyticsQuery, visitorLooks } from '../../backoffice/analytics/hooks.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'

/** `/admin/visitors`: who came, what they looked at, and who is here now. What is looked at stands in the address. */
export function AdminVisitorsPage() {
  const look = visitorLooks.in(useSearchParams()[0])
  const { data: stats } = useSuspenseQuery(analyticsQuery)
  return (
    <>
      <AdminHead title="Bezoekers" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminVisitorFilters look={look} />
        <AdminVisits look={look} />
        <AdminHere look={look} />
      </div>
    </>
  )
}
