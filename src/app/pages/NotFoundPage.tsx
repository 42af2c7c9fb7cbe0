import { Link } from 'react-router'
import { Button } from '../../ui/parts/Button.tsx'
import { Title } from '../../ui/parts/Title.tsx'

export function NotFoundPage() {
  return (
    <div className="measure grid grow place-items-center py-20 text-center">
      <Title>Page Not Found</Title>
      <div className="grid justify-items-center gap-4">
        <p className="eyebrow text-accent-text">404</p>
        <h1 className="display text-title">Page Not Found</h1>
        <p className="max-w-md text-lead text-ink-soft">Did you forget to add the page to the router?</p>
        <p className="max-w-md text-ink-soft">Deze pagina bestaat niet, of is verhuisd.</p>
        <Button asChild className="mt-4">
          <Link to="/">Naar de startpagina</Link>
        </Button>
      </div>
    </div>
  )
}
