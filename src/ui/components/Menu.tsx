import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from './cn.ts'

/** Not modal: the page behind it can be scrolled and stays accessible to screen readers. */
export const Menu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const MenuTrigger = Radix.Trigger
export const MenuRadioGroup = Radix.RadioGroup

const item = [
  'flex min-h-11 items-center gap-3 rounded-inner px-3 text-small outline-none select-none',
  'data-highlighted:bg-ink/6 data-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:text-ink-faint',
]

export function MenuContent({ className, sideOffset = 8, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-56 rounded-card border border-line bg-raised p-2 text-ink shadow-soft data-[state=open]:animate-fade-in',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}

export const MenuItem = ({ className, ...props }: ComponentProps<typeof Radix.Item>) => (
  <Radix.Item className={cn(item, className)} {...props} />
)

export const MenuRadioItem = ({ className, ...props }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem
    className={cn(
      item,
      'data-[state=checked]:font-semibold data-[state=checked]:text-accent-text',
      className,
    )}
    {...props}
  />
)

export const MenuLabel = ({ className, ...props }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('px-3 py-2 text-small text-ink-faint', className)} {...props} />
)

export const MenuSeparator = () => <Radix.Separator className="my-2 h-px bg-line" />

interface MenuLinkProps {
  to: string
  icon: LucideIcon
  children: ReactNode
}

export const MenuLink = ({ to, icon: Icon, children }: MenuLinkProps) => (
  <MenuItem asChild>
    <Link to={to}>
      <Icon aria-hidden />
      {children}
    </Link>
  </MenuItem>
)
