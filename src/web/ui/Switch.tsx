import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> & {
  label: ReactNode
  hint?: ReactNode
}

/** On or off, at once; for a choice that is sent later use `Checkbox`. */
export function Switch({ label, hint, className, ...props }: SwitchProps) {
  const id = useId()
  return (
    <div className={cn('flex items-start justify-between gap-6', className)}>
      <label htmlFor={id} className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-small text-ink-faint">{hint}</span>}
      </label>
      <Radix.Root
        id={id}
        className="relative h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors duration-150 disabled:opacity-50 data-[state=checked]:bg-accent"
        {...props}
      >
        <Radix.Thumb className="block size-5.5 translate-x-0.75 rounded-full bg-white transition-transform duration-150 data-[state=checked]:translate-x-[1.4375rem]" />
      </Radix.Root>
    </div>
  )
}
