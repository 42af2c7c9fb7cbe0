import { useSuspenseQuery } from '@tanstack/react-query'
import { Hourglass, Package, Radio, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { ProfileCard } from '../../people/accounts/ProfileCard.tsx'
import { RoleBadge } from '../../people/accounts/RoleBadge.tsx'
import { VerifyEmailNotice } from '../../people/accounts/VerifyEmailNotice.tsx'
import { sessionHistoryQuery } from '../../live/sessions/ui/hooks.ts'
import { SessionRow } from '../../live/sessions/ui/SessionsPage.tsx'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { MinutesReturn } from '../../money/minutes/MinutesReturn.tsx'
import { playableMinutesText } from '../../money/minutes/labels.rules.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { isNeverPaid } from '../../shop/orders/status.rules.ts'
import { OrderListItem } from '../../shop/orders/ui/OrderListItem.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { WishlistSummaryCard } from '../../shop/wishlist/WishlistSummaryCard.tsx'
import { PaymentBanner } from './PaymentBanner.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

const TOP_ORDERS = 3
const TOP_SESSIONS = 2
const bannerMs = () => 10_000

export function DashboardPage() {
  const user = useUser()
  const orders = useSuspenseQuery(ordersQuery).data.filter(order => !isNeverPaid(order))
  const { data: sessions } = useSuspenseQuery(sessionHistoryQuery)
  if (!user) return null
  return (
    <div className="measure grid gap-10 py-10 *:min-w-0 md:py-16">
      <PageTitle>Dashboard</PageTitle>
      <PaymentBanner durationMsOf={bannerMs} />
      <MinutesReturn isTold />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display text-title wrap-anywhere">Dag {user.displayName}</h1>
        <RoleBadge role={user.role} />
      </header>
      <VerifyEmailNotice user={user} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 max-sm:*:first:col-span-full sm:grid-cols-3 sm:gap-4">
        <Fact
          icon={<Hourglass />}
          name="Saldo"
          value={formatMinutes(user.minutesBalance)}
          note={playableMinutesText(user.minutesBalance)}
        />
        <Fact icon={<Package />} name="Bestellingen" value={String(orders.length)} />
        <Fact icon={<Radio />} name="Live sessies" value={String(sessions.length)} />
      </dl>
      <Actions />
      <div className="grid gap-6 *:min-w-0 lg:grid-cols-[3fr_2fr]">
        <Card>
          <Heading name="Laatste bestellingen" to="/orders" about="van je bestellingen" />
          <Listing empty="Je hebt nog niets besteld.">
            {orders.slice(0, TOP_ORDERS).map(order => (
              <li key={order.id}>
                <OrderListItem order={order} />
              </li>
            ))}
          </Listing>
        </Card>
        <Card>
          <Heading name="Laatste sessies" to="/sessions" about="van je sessies" />
          <Listing empty="Je hebt nog geen sessie gehad.">
            {sessions.slice(0, TOP_SESSIONS).map(session => (
              <li key={session.id}>
                <SessionRow session={session} />
              </li>
            ))}
          </Listing>
        </Card>
        <WishlistSummaryCard />
        <ProfileCard user={user} />
      </div>
    </div>
  )
}

const Actions = () => (
  <div className="flex flex-wrap gap-3 max-sm:*:grow">
    <ButtonLink to="/live">
      <Radio aria-hidden />
      Naar Live Control
    </ButtonLink>
    <ButtonLink to="/shop" variant="secondary">
      <ShoppingBag aria-hidden />
      Naar de shop
    </ButtonLink>
    <BuyMinutesDialog
      renderButton={opens => (
        <Button variant="secondary" {...opens}>
          <Hourglass aria-hidden />
          Minuten kopen
        </Button>
      )}
    />
  </div>
)

function Heading({ name, to, about }: { name: string; to: string; about: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="display text-heading">{name}</h2>
      <ButtonLink to={to} variant="link">
        {/* Short on a phone, to stay beside the heading. */}
        <span>
          Alles<span className="max-sm:sr-only"> bekijken</span>
          <span className="sr-only"> {about}</span>
        </span>
      </ButtonLink>
    </div>
  )
}

interface FactProps {
  icon: ReactNode
  name: string
  value: string
  note?: string | null
}

function Fact({ icon, name, value, note }: FactProps) {
  return (
    <Card className="grid content-start gap-2 max-[23rem]:p-4 [&_svg]:size-5 [&_svg]:text-accent-text">
      <dt className="flex items-center gap-2 text-small text-ink-soft">
        {icon}
        {name}
      </dt>
      <dd className="display figures text-heading">{value}</dd>
      {note && <dd className="figures text-small text-ink-soft">{note}</dd>}
    </Card>
  )
}

function Listing({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="pt-4 text-ink-soft">{empty}</p>
  return <ul className="mt-2 -mb-4 divide-y divide-line">{children}</ul>
}
