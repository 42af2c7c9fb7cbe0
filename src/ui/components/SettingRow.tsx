import { type ReactNode, useId } from 'react'
import { Switch } from './Switch.tsx'

interface SettingRowProps {
  name: string
  /** What it means. */
  children: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** It can't be changed; `children` says why. */
  disabled?: boolean
  /** What else can be done about it, under its meaning. */
  action?: ReactNode
}

/** Something that is on or off, at once. */
export function SettingRow({ name, children, checked, onChange, disabled, action }: SettingRowProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6 py-4">
      <div className="grid justify-items-start gap-0.5">
        <label htmlFor={id} className="font-medium">
          {name}
        </label>
        <p id={`${id}-meaning`} className="text-small text-ink-soft">
          {children}
        </p>
        {action}
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-meaning`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </div>
  )
}
