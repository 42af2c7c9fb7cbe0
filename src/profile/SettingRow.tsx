import { useId } from 'react'
import { Switch } from '../web/ui/Switch.tsx'

interface SettingRowProps {
  name: string
  /** What it means. */
  children: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off, at once. */
export function SettingRow({ name, children, checked, onChange }: SettingRowProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6 py-4">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium">
          {name}
        </label>
        <p id={`${id}-meaning`} className="text-small text-ink-soft">
          {children}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-meaning`} checked={checked} onCheckedChange={onChange} />
    </div>
  )
}
