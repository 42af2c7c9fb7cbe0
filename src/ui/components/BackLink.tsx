import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from './Button.tsx'

/** The way back to where a page belongs, above its heading. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Button asChild variant="quiet" size="sm" className="-ml-3 px-3 text-ink-soft print:hidden">
    <Link to={to}>
      <ChevronLeft aria-hidden />
      {children}
    </Link>
  </Button>
)
