import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

export function NotFoundPage() {
  return (
    <div className="measure grid grow place-items-center py-20 text-center">
      <PageTitle>Page Not Found</PageTitle>
      <div className="grid justify-items-center gap-4">
        <p className="eyebrow text-accent-text">404</p>
        <h1 className="display text-title">Page Not Found</h1>
        <p className="max-w-md text-lead text-ink-soft">Did you forget to add the page to the router?</p>
        <p className="max-w-md text-ink-soft">Deze pagina bestaat niet, of is verhuisd.</p>
        <ButtonLink to="/" className="mt-4">
          Naar de startpagina
        </ButtonLink>
      </div>
    </div>
  )
}
