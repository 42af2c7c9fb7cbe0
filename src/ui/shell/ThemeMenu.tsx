import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, useTheme } from '../theme.ts'
import { IconButton } from '../components/IconButton.tsx'
import { cn } from '../components/cn.ts'
import { Popover } from '../dialogs/Popover.tsx'

const choices = [
  { value: 'system', name: 'Automatisch', icon: Monitor },
  { value: 'light', name: 'Licht', icon: Sun },
  { value: 'dark', name: 'Donker', icon: Moon },
] as const

function useChoice() {
  const { theme, setTheme } = useTheme()
  const choose = (next: string) => setTheme(next === 'system' ? null : (next as Theme))
  return [theme ?? 'system', choose] as const
}

/** Light, dark, or the system's theme: a button in the top bar. */
export function ThemeMenu({ className }: { className?: string }) {
  const [chosen] = useChoice()
  const Icon = choices.find(({ value }) => value === chosen)?.icon ?? Monitor
  return (
    <Popover
      label="Weergave"
      renderButton={opens => (
        <IconButton icon={Icon} label="Weergave: licht of donker" className={cn(className)} {...opens} />
      )}
    >
      <ThemeRadioGroup name="theme-menu" className="grid-cols-1" />
    </Popover>
  )
}

/** The same choice as a row, for the mobile menu. @param name of the radio buttons, of which a page may have two groups */
export function ThemeRadioGroup({ name = 'theme', className = 'grid-cols-3' }) {
  const [chosen, choose] = useChoice()
  return (
    <fieldset className={cn('grid gap-1 rounded-card bg-sunken p-1', className)}>
      <legend className="sr-only">Weergave</legend>
      {choices.map(({ value, name: label, icon: Icon }) => (
        <label
          key={value}
          className="flex h-11 items-center justify-center gap-2 rounded-inner px-3 text-small font-medium text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
            className="sr-only"
          />
          <Icon className="size-4.5" aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
