import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from './Field.tsx'

/** A password input with a button that shows the password; the input keeps its value. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-13"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-pressed={shown}
        aria-label="Wachtwoord tonen"
        className="absolute inset-y-0.5 right-0.5 grid w-12 place-items-center rounded-card text-ink-faint hover:text-ink"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    </div>
  )
}
