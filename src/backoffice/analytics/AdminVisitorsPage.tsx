import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams, useNavigate } from 'react-router'
import { AdminStats } from '../stats/AdminStats.tsx'
import { AdminLiveVisitors } from './AdminLiveVisitors.tsx'
import { AdminWebsiteAnalytics } from './AdminWebsiteAnalytics.tsx'
import { shopAnalyticsQuery, visitorsPageUrl, type VisitorsPageQuery } from './hooks.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { useId } from 'react'
import { SegmentedControl } from '../../ui/components/SegmentedControl.tsx'
import { Switch } from '../../ui/components/Switch.tsx'
import { periods } from './contract.ts'
import { periodNames } from './labels.rules.ts'

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

const options = periods.map(value => ({ value, name: periodNames[value] }))

/** The period, and whether bots and API clients count. */
function AdminVisitorFilters({ query }: { query: VisitorsPageQuery }) {
  const navigate = useNavigate()
  const change = (changed: Partial<VisitorsPageQuery>) =>
    void navigate(visitorsPageUrl.href(query, changed), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <SegmentedControl
        label="Periode"
        options={options}
        value={query.days}
        onChange={days => change({ days })}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FilterSwitch
          name="Zonder bots"
          isOn={query.excludeBots}
          onChange={excludeBots => change({ excludeBots })}
        />
        <FilterSwitch
          name="Zonder API"
          isOn={query.excludeAPI}
          onChange={excludeAPI => change({ excludeAPI })}
        />
      </div>
    </div>
  )
}

interface WithoutProps {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function FilterSwitch({ name, isOn, onChange }: WithoutProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <Switch id={id} checked={isOn} onCheckedChange={onChange} />
      <label htmlFor={id} className="text-small">
        {name}
      </label>
    </div>
  )
}
