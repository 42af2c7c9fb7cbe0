import { useSuspenseQuery } from '@tanstack/react-query'
import { Heart, Package, UserRound } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { AddressList } from '../../people/addresses/AddressList.tsx'
import { categoriesQuery } from '../../shop/products/catalog/hooks.ts'
import type { OrderSummary } from '../../shop/orders/contract.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { isNeverPaid } from '../../shop/orders/status.rules.ts'
import { NeverPaid } from '../../shop/orders/ui/NeverPaid.tsx'
import { OrderListItem } from '../../shop/orders/ui/OrderListItem.tsx'
import { CloseAccountCard } from '../../backoffice/privacy/CloseAccountCard.tsx'
import { ExportCard } from '../../backoffice/privacy/ExportCard.tsx'
import type { Profile } from '../profile/contract.ts'
import { profileQuery } from '../profile/hooks.ts'
import { PersonalTab } from '../profile/PersonalTab.tsx'
import { PrivacyTab } from '../profile/PrivacyTab.tsx'
import { tabFromUrl } from '../profile/rules.ts'
import { SettingsTab } from '../profile/SettingsTab.tsx'
import { formatDate } from '../../ui/format.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/components/Tabs.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { useWishlist } from '../../shop/wishlist/hooks.ts'
import { WishlistItemCard } from '../../shop/wishlist/WishlistItemCard.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

const names = {
  personal: 'Persoonlijk',
  addresses: 'Adressen',
  orders: 'Bestellingen',
  wishlist: 'Verlanglijst',
  settings: 'Instellingen',
  privacy: 'Privacy',
}
type TabName = keyof typeof names
const tabs = Object.keys(names) as [TabName, ...TabName[]]

/** `/profile`: the user's own data and pages. */
export function ProfilePage() {
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Mijn Profiel</PageTitle>
      {useUser() ? <OwnProfile /> : <LoginRequired />}
    </div>
  )
}

const LoginRequired = () => (
  <EmptyState
    icon={UserRound}
    title="Je moet ingelogd zijn om je profiel te bekijken."
    action={<ButtonLink to="/auth?next=/profile">Inloggen</ButtonLink>}
  />
)

function OwnProfile() {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [search, setSearch] = useSearchParams()
  const tab = tabFromUrl(tabs, search.get('tab'))
  const list = useScrollActiveTabIntoView(tab)
  return (
    <>
      <Head profile={profile} />
      <Tabs
        value={tab}
        onValueChange={next => setSearch({ tab: next }, { replace: true, preventScrollReset: true })}
      >
        <TabList
          ref={list}
          aria-label="Je profiel"
          className="overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:-mx-[max(--spacing(4),4vw)] max-md:px-[max(--spacing(4),4vw)] md:-mx-1.5 md:px-1.5"
        >
          {tabs.map(name => (
            <Tab key={name} value={name} className="mb-0 shrink-0">
              {names[name]}
            </Tab>
          ))}
        </TabList>
        {tabs.map(name => (
          <TabPanel key={name} value={name}>
            <Content tab={name} profile={profile} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

/** On a phone the tabs are wider than the screen. */
function useScrollActiveTabIntoView(tab: TabName) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    // Scrolls horizontally only; the page does not move.
    if (active && list.current) list.current.scrollLeft = active.offsetLeft - list.current.clientWidth / 3
  }, [tab])
  return list
}

const roleTones: Record<Profile['role'], BadgeTone> = {
  GUEST: 'neutral',
  USER: 'neutral',
  MODEL: 'model',
  ADMIN: 'accent',
}

const Head = ({ profile: { displayName, avatarUrl, role, createdAt } }: { profile: Profile }) => (
  <header className="mb-8 flex items-center gap-5">
    <Avatar name={displayName} src={avatarUrl} className="size-16 text-subheading md:size-20" />
    <div className="grid min-w-0 gap-1.5">
      <h1 className="display text-title [overflow-wrap:anywhere]">{displayName}</h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft">
        <Badge tone={roleTones[role]}>{roleLabels[role]}</Badge>
        <span className="figures">Lid sinds {formatDate(createdAt)}</span>
      </p>
    </div>
  </header>
)

function Content({ tab, profile }: { tab: TabName; profile: Profile }): ReactNode {
  if (tab === 'personal') return <PersonalTab profile={profile} />
  if (tab === 'addresses') return <AddressList />
  if (tab === 'orders') return <OrdersTab />
  if (tab === 'wishlist') return <WishlistTab />
  return tab === 'settings' ? <Settings profile={profile} /> : <Privacy profile={profile} />
}

function OrdersTab() {
  const { data: orders } = useSuspenseQuery(ordersQuery)
  if (orders.length === 0)
    return (
      <EmptyState icon={Package} title="Nog geen bestellingen" action={<ToShop />}>
        Zodra je iets bestelt, vind je het hier terug.
      </EmptyState>
    )
  const kept = orders.filter(order => !isNeverPaid(order))
  return (
    <div className="grid max-w-3xl gap-4">
      {kept.length > 0 && <OrderCard orders={kept} />}
      <NeverPaid orders={orders.filter(isNeverPaid)}>{folded => <OrderCard orders={folded} />}</NeverPaid>
    </div>
  )
}

const OrderCard = ({ orders }: { orders: readonly OrderSummary[] }) => (
  <Card className="py-2">
    <ul className="divide-y divide-line">
      {orders.map(order => (
        <li key={order.id}>
          <OrderListItem order={order} asIs />
        </li>
      ))}
    </ul>
  </Card>
)

function WishlistTab() {
  const wishes = useWishlist()
  const list = useRef<HTMLUListElement>(null)
  if (wishes.length === 0)
    return (
      <EmptyState icon={Heart} title="Je verlanglijst is leeg" action={<ToShop />}>
        Druk bij een product op het hartje, dan bewaren we het hier voor je.
      </EmptyState>
    )
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Je verlanglijst"
      className="grid grid-cols-2 gap-x-4 gap-y-10 outline-none md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6"
    >
      {wishes.map(wish => (
        <li key={wish.productId}>
          <WishlistItemCard wish={wish} onRemoved={() => list.current?.focus()} />
        </li>
      ))}
    </ul>
  )
}

const ToShop = () => <ButtonLink to="/shop">Naar de shop</ButtonLink>

function Settings({ profile }: { profile: Profile }) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  return (
    <SettingsTab profile={profile} categories={categories}>
      <CloseAccountCard />
    </SettingsTab>
  )
}

function Privacy({ profile }: { profile: Profile }) {
  const { data: orders } = useSuspenseQuery(ordersQuery)
  const favourites = useWishlist().length
  return (
    <PrivacyTab
      profile={profile}
      orders={orders.filter(order => !isNeverPaid(order)).length}
      favourites={favourites}
    >
      <ExportCard />
    </PrivacyTab>
  )
}
