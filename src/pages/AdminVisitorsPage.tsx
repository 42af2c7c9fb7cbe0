import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AdminStats } from '../figures/AdminStats.tsx'
import { AdminHere } from '../visits/AdminHere.tsx'
import { AdminVisitorFilters } from '../visits/AdminVisitorFilters.tsx'
import { AdminVisits } from '../visits/AdminVisits.tsx'
import { analyticsQuery, visitorLooks } from '../visits/hooks.ts'
import { AdminHead } from '../web/ui/AdminHead.tsx'

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
