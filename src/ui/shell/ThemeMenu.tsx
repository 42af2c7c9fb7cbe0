import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, useTheme } from '../theme.ts'
import { IconButton } from '../components/IconButton.tsx'
import { cn } from '../components/cn.ts'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../components/Menu.tsx'

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

/** Light, dark, or the system's theme: a menu in the top bar. */
export function ThemeMenu({ className }: { className?: string }) {
  const [chosen, choose] = useChoice()
  const Icon = choices.find(({ value }) => value === chosen)?.icon ?? Monitor
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Icon} label="Weergave: licht of donker" className={cn(className)} />
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup value={chosen} onValueChange={choose}>
          {choices.map(({ value, name, icon: Icon }) => (
            <MenuRadioItem key={value} value={value}>
              <Icon aria-hidden />
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

/** The same choice as a row, for the mobile menu. */
export function ThemeRadioGroup() {
  const [chosen, choose] = useChoice()
  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-card bg-sunken p-1">
      <legend className="sr-only">Weergave</legend>
      {choices.map(({ value, name, icon: Icon }) => (
        <label
          key={value}
          className="flex h-11 items-center justify-center gap-2 rounded-inner text-small font-medium text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
            className="sr-only"
          />
          <Icon className="size-4.5" aria-hidden />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
