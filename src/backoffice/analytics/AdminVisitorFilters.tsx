import { useId } from 'react'
import { useNavigate } from 'react-router'
import { SegmentedControl } from '../../ui/components/SegmentedControl.tsx'
import { Switch } from '../../ui/components/Switch.tsx'
import { periods } from './contract.ts'
import { type VisitorsPageQuery, visitorsPageUrl } from './hooks.ts'
import { periodNames } from './labels.rules.ts'

const options = periods.map(value => ({ value, name: periodNames[value] }))

/** Since when, and whether machines count. */
export function AdminVisitorFilters({ look }: { look: VisitorsPageQuery }) {
  const navigate = useNavigate()
  const change = (changed: Partial<VisitorsPageQuery>) =>
    void navigate(visitorsPageUrl.href(look, changed), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <SegmentedControl
        label="Periode"
        options={options}
        value={look.days}
        onChange={days => change({ days })}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FilterSwitch
          name="Zonder bots"
          isOn={look.excludeBots}
          onChange={excludeBots => change({ excludeBots })}
        />
        <FilterSwitch
          name="Zonder API"
          isOn={look.excludeAPI}
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
