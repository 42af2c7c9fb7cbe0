import { type ReactNode, useId } from 'react'
import { Switch } from './Switch.tsx'

interface SettingRowProps {
  name: string
  /** An explanation of the setting. */
  children: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The setting is read-only; `children` says why. */
  disabled?: boolean
  /** Further actions, below the explanation. */
  action?: ReactNode
}

/** A setting that is on or off and is applied at once. */
export function SettingRow({ name, children, checked, onChange, disabled, action }: SettingRowProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6 py-4">
      <div className="grid min-w-0 justify-items-start gap-0.5">
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
