import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { CallError } from '../../../ui/call/call.ts'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { useIsHydrated } from '../../../ui/page/hydrated.ts'
import { loginPath } from '../../../ui/page/pageAccess.ts'
import { MessagePage } from '../../../ui/shell/ErrorPage.tsx'
import { GUEST_ORDER_PATH } from '../contract.ts'
import { orderQuery } from '../hooks.ts'

/** The order of a guest, read in the browser: the page itself is the same for all visitors. */
export function GuestOrder({ orderId, children }: { orderId: string; children: ReactNode }) {
  const isHydrated = useIsHydrated()
  const { data, error } = useQuery({ ...orderQuery(orderId), enabled: isHydrated })
  if (data) return children
  if (error instanceof CallError && (error.status === 401 || error.status === 404)) return <NoOrder />
  if (error) throw error
  return (
    <div className="measure grid gap-6 py-8 md:py-12" aria-busy>
      <PageTitle>Bestelling</PageTitle>
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  )
}

const NoOrder = () => (
  <MessagePage
    icon={PackageX}
    title="Bestelling niet gevonden"
    to={loginPath(useLocation().pathname)}
    link="Inloggen"
  >
    Log in om je bestelling te zien. Bestelde je zonder account?{' '}
    <Link to={GUEST_ORDER_PATH} className="underline underline-offset-4">
      Vraag de link opnieuw aan
    </Link>
    .
  </MessagePage>
)

/** The benefits of an account with the address of the order, for a guest. */
export const AccountOffer = () => (
  <Card className="grid justify-items-start gap-3 print:hidden">
    <h2 className="text-subheading font-medium">Bewaar je bestelling in een account</h2>
    <p className="text-small text-ink-soft">
      Maak een account met het e-mailadres van deze bestelling. Je bestelling komt vanzelf mee zodra je adres
      bevestigd is.
    </p>
    <ButtonLink to="/auth" variant="secondary">
      Account maken
    </ButtonLink>
  </Card>
)
