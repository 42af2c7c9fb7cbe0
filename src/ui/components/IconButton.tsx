import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'aria-label' | 'children'> & {
  icon: LucideIcon
  label: string
}

/** A button with an icon alone; its label is for screen readers. */
export const IconButton = ({ icon: Icon, label, ...props }: IconButtonProps) => (
  <Button variant="quiet" size="icon" aria-label={label} {...props}>
    <Icon aria-hidden />
  </Button>
)
