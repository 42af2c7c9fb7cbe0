import { useQuery } from '@tanstack/react-query'
import { LinkIcon } from 'lucide-react'
import { AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { userMessageOf } from '../../ui/call/call.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { LINK_DAYS } from './contract.ts'
import { DeliveredLines } from './DeliveredLines.tsx'
import { deliveredLinesQuery } from './hooks.ts'

/** The page of the mailed link, open to whoever has it. */
export function DownloadsPage() {
  const token = useLinkToken()
  return token === null ? <NoLink>Open de link uit je mail.</NoLink> : <Opened token={token} />
}

function Opened({ token }: { token: string | undefined }) {
  const access = { token: token ?? '' }
  const { data: lines, error } = useQuery({ ...deliveredLinesQuery(access), enabled: token !== undefined })
  if (error) return <NoLink>{userMessageOf(error)}</NoLink>
  return (
    <div className="measure grid justify-items-center py-10 md:py-16">
      <PageTitle>Wat je kocht</PageTitle>
      <div className="grid w-full max-w-2xl gap-8">
        <header className="grid gap-3">
          <h1 className="display text-title">Wat je kocht</h1>
          <p className="text-lead text-ink-soft">
            De link uit je mail werkt {LINK_DAYS} dagen. Daarna vind je alles terug bij je bestelling.
          </p>
        </header>
        <Card>
          {lines ? <DeliveredLines lines={lines} access={access} /> : <Skeleton className="h-40" />}
        </Card>
        <div>
          <ButtonLink to="/orders" variant="secondary">
            Naar mijn bestellingen
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

const NoLink = ({ children }: { children: string }) => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/orders">Naar mijn bestellingen</ButtonLink>}
  >
    {children}
  </AccountResultLayout>
)
