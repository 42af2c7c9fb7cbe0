import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, useTheme } from '../theme.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../ui/Menu.tsx'

const choices = [
  { value: 'system', name: 'Zoals het apparaat', icon: Monitor },
  { value: 'light', name: 'Licht', icon: Sun },
  { value: 'dark', name: 'Donker', icon: Moon },
]

export function ThemeMenu() {
  const { theme, setTheme } = useTheme()
  const value = theme ?? 'system'
  const Icon = choices.find(choice => choice.value === value)?.icon ?? Monitor
  const choose = (next: string) => setTheme(next === 'system' ? null : (next as Theme))
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label="Weergave: licht of donker" className="max-sm:hidden">
          <Icon aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup value={value} onValueChange={choose}>
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
