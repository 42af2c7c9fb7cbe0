import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './Button.tsx'

type ButtonLinkProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  to: string
  children: ReactNode
}

/** A link that looks like a button. */
export const ButtonLink = ({ to, children, ...look }: ButtonLinkProps) => (
  <Button asChild {...look}>
    <Link to={to}>{children}</Link>
  </Button>
)
