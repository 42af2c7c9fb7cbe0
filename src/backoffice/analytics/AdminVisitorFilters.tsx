import { useId } from 'react'
import { useNavigate } from 'react-router'
import { Segments } from '../../ui/parts/Segments.tsx'
import { Switch } from '../../ui/parts/Switch.tsx'
import { periods } from './contract.ts'
import { type Look, visitorLooks } from './hooks.ts'
import { periodNames } from './words.rules.ts'

const options = periods.map(value => ({ value, name: periodNames[value] }))

/** Since when, and whether machines count. */
export function AdminVisitorFilters({ look }: { look: Look }) {
  const navigate = useNavigate()
  const change = (changed: Partial<Look>) =>
    void navigate(visitorLooks.address(look, changed), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <Segments label="Periode" options={options} chosen={look.days} onChoose={days => change({ days })} />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Without
          name="Zonder bots"
          isOn={look.excludeBots}
          onChange={excludeBots => change({ excludeBots })}
        />
        <Without name="Zonder API" isOn={look.excludeAPI} onChange={excludeAPI => change({ excludeAPI })} />
      </div>
    </div>
  )
}

interface WithoutProps {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Without({ name, isOn, onChange }: WithoutProps) {
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
