import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from './Button.tsx'

/** A link to the parent page, above the heading. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Button asChild variant="quiet" size="sm" className="-ml-3 px-3 text-ink-soft print:hidden">
    <Link to={to}>
      <ChevronLeft aria-hidden />
      {children}
    </Link>
  </Button>
)
