import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Button } from './Button.tsx'

/** A link that looks like a button. */
export const ButtonLink = ({ to, children, ...props }: ComponentProps<typeof Button> & { to: string }) => (
  <Button asChild {...props}>
    <Link to={to}>{children}</Link>
  </Button>
)
