import { CloudOff, Lock, type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { type PageFailure, toPageFailure } from '../page/pageFailure.ts'
import { errorCodeText } from '../call/call.ts'
import { Button } from '../components/Button.tsx'
import { ButtonLink } from '../components/ButtonLink.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageTitle } from '../components/PageTitle.tsx'

/** Replaces a page that failed to load or render. */
export const ErrorPage = () => <FailureMessage failure={toPageFailure(useRouteError())} />

export function FailureMessage({ failure: { status, reason, errorCode } }: { failure: PageFailure }) {
  if (status === 403) return <ForbiddenMessage />
  if (status === 404)
    return (
      <MessagePage icon={SearchX} title="Niet gevonden">
        Wat je zoekt is er niet, of niet meer.
      </MessagePage>
    )
  return (
    <div className="measure py-12">
      <PageTitle>Even niet gelukt</PageTitle>
      <EmptyState
        icon={CloudOff}
        title="Dit lukt even niet"
        heading="h1"
        action={<Button onClick={() => window.location.reload()}>Probeer opnieuw</Button>}
      >
        {reason}
        {errorCode !== undefined && (
          <small className="mt-3 block text-small text-ink-faint">{errorCodeText(errorCode)}</small>
        )}
      </EmptyState>
    </div>
  )
}

export const ForbiddenMessage = () => (
  <MessagePage icon={Lock} title="Toegang Geweigerd">
    Je hebt geen toestemming om deze pagina te bekijken.
  </MessagePage>
)

/** Replaces the page of an item that does not exist; other failures show the error page. */
export const ResourceNotFoundPage = (props: MessagePageProps) =>
  toPageFailure(useRouteError()).status === 404 ? <MessagePage {...props} /> : <ErrorPage />

interface MessagePageProps {
  icon: LucideIcon
  title: string
  /** The link to another page. */
  to?: string
  link?: string
  /** A possible reason. */
  children: ReactNode
}

/** Says why there is nothing here, and the way to another page. */
export function MessagePage({
  icon,
  title,
  to = '/',
  link = 'Naar de startpagina',
  children,
}: MessagePageProps) {
  const way = <ButtonLink to={to}>{link}</ButtonLink>
  return (
    <div className="measure py-12">
      <PageTitle>{title}</PageTitle>
      <EmptyState icon={icon} title={title} heading="h1" action={way}>
        {children}
      </EmptyState>
    </div>
  )
}
