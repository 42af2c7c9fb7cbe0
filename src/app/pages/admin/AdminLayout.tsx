import {
  Bell,
  BookUser,
  ChevronDown,
  BookCheck,
  ChartNoAxesColumn,
  ClipboardCheck,
  Flag,
  FileSpreadsheet,
  Footprints,
  Gift,
  Inbox,
  Landmark,
  Wallet,
  Hourglass,
  ListRestart,
  type LucideIcon,
  MessageSquareText,
  Mail,
  Package,
  PenLine,
  Percent,
  Plug,
  Radio,
  RotateCcw,
  ScrollText,
  Settings2,
  ShoppingBag,
  Tags,
  TicketCheck,
  Megaphone,
  TicketPercent,
  Truck,
  Undo2,
  UserRoundCheck,
  MessageSquareHeart,
  UserRoundPlus,
  Users,
} from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet, useLocation } from 'react-router'
import { useNavMenuState } from '../../../ui/shell/navMenuState.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { taskCountsQuery } from '../../../backoffice/stats/hooks.ts'
import { AdminSavedFilters } from '../../../people/savedFilters/admin/AdminSavedFilters.tsx'
import { ListToolsContext } from '../../../ui/lists/AdminListPage.tsx'
import { AdminCommands } from './AdminCommands.tsx'

const listTools = <AdminSavedFilters />

/** The back office: the navigation and the open page. */
export const AdminLayout = () => (
  <div
    data-frame="wide"
    className="measure grow lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:gap-6 xl:gap-10"
  >
    <Sidebar />
    <div className="min-w-0 py-6 lg:py-10">
      <ListToolsContext value={listTools}>
        <Outlet />
      </ListToolsContext>
    </div>
  </div>
)

function Sidebar() {
  const [open, setOpen] = useNavMenuState()
  return (
    <nav
      aria-label="Beheer"
      className="border-line print:hidden max-lg:-mx-4 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-center max-lg:border-b lg:border-r"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls="admin-rail"
        onClick={() => setOpen(!open)}
        className="flex min-h-13 w-full items-center gap-2 px-5 text-small font-medium lg:hidden"
      >
        <span className="text-ink-faint">Beheer</span>
        <span>{useCurrentSectionName()}</span>
        <ChevronDown
          className={cn('ml-auto size-5 text-ink-faint transition-transform', open && 'rotate-180')}
          aria-hidden
        />
      </button>
      <div className="contents lg:sticky lg:top-18 lg:flex lg:max-h-[calc(100dvh-4.5rem)] lg:flex-col">
        <AdminCommands
          pages={adminPalettePages}
          className="max-lg:mr-2 lg:mt-6 lg:mr-4 lg:min-h-10 lg:shrink-0 lg:border lg:border-line lg:bg-surface"
        />
        <div
          id="admin-rail"
          className={cn(
            'gap-x-4 gap-y-5 px-3 pb-5 max-lg:col-span-2 max-lg:grid-cols-2 max-sm:grid-cols-1 lg:grid lg:min-h-0 lg:gap-y-4 lg:overflow-y-auto lg:py-5 lg:pr-4 lg:pl-0',
            open ? 'grid' : 'hidden',
          )}
        >
          {adminNavSections.map(({ name, items }) =>
            items.length === 0 ? null : <Section key={name} name={name} items={items} />,
          )}
        </div>
      </div>
    </nav>
  )
}

const Section = ({ name, items }: (typeof adminNavSections)[number]) => (
  <div>
    <h2 className="px-3 pb-1 text-tiny font-semibold text-ink-faint">{name}</h2>
    <ul>
      {items.map(({ to, name: part, icon: Icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/admin'} className={sidebarLink}>
            <Icon className="size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
            {part}
            {to === '/admin/messages' && <OpenTasks task="messages" waits="wachten op antwoord" />}
            {to === '/admin/creators/pages' && <OpenTasks task="creatorPages" waits="te bekijken" />}
            {to === '/admin/content-reports' && (
              <OpenTasks task="contentReports" waits="wachten op een beslissing" />
            )}
            {to === '/admin/creators/applications' && (
              <OpenTasks task="applications" waits="wachten op een beslissing" />
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  </div>
)

/** How many people wait for an answer or a decision. */
function OpenTasks({
  task,
  waits,
}: {
  task: 'messages' | 'contentReports' | 'applications' | 'creatorPages'
  waits: string
}) {
  const { data } = useQuery(taskCountsQuery)
  if (!data?.[task]) return null
  return (
    <Badge tone="accent" className="figures ml-auto">
      {data[task]}
      <span className="sr-only">{waits}</span>
    </Badge>
  )
}

const sidebarLink = ({ isActive }: { isActive: boolean }) =>
  cn(
    'flex min-h-11 items-center gap-3 rounded-inner px-3 text-small transition-colors lg:min-h-8.5',
    isActive ? 'bg-accent-soft font-medium text-accent-text' : 'text-ink-soft hover:bg-ink/6 hover:text-ink',
  )

/** The label of the open page: that of the longest destination that the path begins with. */
function useCurrentSectionName(): string {
  const { pathname } = useLocation()
  const known = adminNavSections.flatMap(({ items }) => items)
  const fitting = known.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return fitting.toSorted((a, b) => b.to.length - a.to.length)[0]?.name ?? ''
}

/** The navigation of the back office, in groups. */
const adminNavSections: { name: string; items: { to: string; name: string; icon: LucideIcon }[] }[] = [
  {
    name: 'Winkel',
    items: [
      { to: '/admin', name: 'Overzicht', icon: ChartNoAxesColumn },
      { to: '/admin/visitors', name: 'Bezoekers', icon: Footprints },
      { to: '/admin/content', name: 'Teksten', icon: PenLine },
    ],
  },
  {
    name: 'Verkopen',
    items: [
      { to: '/admin/orders', name: 'Bestellingen', icon: ShoppingBag },
      { to: '/admin/messages', name: 'Berichten', icon: Inbox },
      { to: '/admin/withdrawals', name: 'Herroepingen', icon: RotateCcw },
      { to: '/admin/refunds', name: 'Terugbetalingen', icon: Undo2 },
      { to: '/admin/gift-cards', name: 'Cadeaubonnen', icon: TicketCheck },
      { to: '/admin/mails', name: 'Mails', icon: Mail },
    ],
  },
  {
    name: 'Assortiment',
    items: [
      { to: '/admin/products', name: 'Producten', icon: Package },
      { to: '/admin/categories', name: 'Categorieën', icon: Tags },
      { to: '/admin/promotions', name: 'Acties', icon: TicketPercent },
      { to: '/admin/recalls', name: 'Terugroepacties', icon: Megaphone },
      { to: '/admin/minute-packages', name: 'Minuten', icon: Hourglass },
      { to: '/admin/reviews', name: 'Beoordelingen', icon: MessageSquareText },
    ],
  },
  {
    name: 'Mensen en live',
    items: [
      { to: '/admin/content-reports', name: 'Gemeld', icon: Flag },
      { to: '/admin/compliance', name: 'Naleving', icon: ClipboardCheck },
      { to: '/admin/users', name: 'Gebruikers', icon: Users },
      { to: '/admin/creators', name: 'Creators', icon: UserRoundCheck },
      { to: '/admin/creators/applications', name: 'Aanmeldingen', icon: UserRoundPlus },
      { to: '/admin/creators/pages', name: 'Pagina’s', icon: BookUser },
      { to: '/admin/creators/reviews', name: 'Over creators', icon: MessageSquareHeart },
      { to: '/admin/earnings', name: 'Verdiensten', icon: Wallet },
      { to: '/admin/payouts', name: 'Uitbetalingen', icon: Landmark },
      { to: '/admin/devices', name: 'Apparaten', icon: Radio },
      { to: '/admin/provider', name: 'Toy-provider', icon: Plug },
      { to: '/admin/gifts', name: 'Wensen', icon: Gift },
    ],
  },
  {
    name: 'Beheer',
    items: [
      { to: '/admin/settings', name: 'Instellingen', icon: Settings2 },
      { to: '/admin/notifications', name: 'Meldingen', icon: Bell },
      { to: '/admin/vat', name: 'Btw', icon: Percent },
      { to: '/admin/shipping', name: 'Verzending', icon: Truck },
      { to: '/admin/jobs', name: 'Taken', icon: ListRestart },
      { to: '/admin/books', name: 'Boekhouding', icon: BookCheck },
      { to: '/admin/reports', name: 'Rapporten', icon: FileSpreadsheet },
      { to: '/admin/audit', name: 'Logboek', icon: ScrollText },
    ],
  },
]

/** The pages that the palette leads to, besides its search results. */
const adminPalettePages = [
  ...adminNavSections.flatMap(({ items }) => items.map(({ to, name }) => ({ to, name }))),
  { to: '/admin/products/new', name: 'Nieuw product' },
  { to: '/admin/products/import', name: 'Producten importeren' },
]
