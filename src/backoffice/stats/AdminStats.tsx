import { Link } from 'react-router'
import { formatCents } from '../../wire/money.ts'
import { formatCount } from '../../ui/format.ts'
import type { ShopStats } from './contract.ts'

/** The four numbers of the dashboard. */
export const AdminStats = ({ stats }: { stats: ShopStats }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,20%)),1fr))] gap-3 lg:gap-4">
    <Figure name="Omzet" note="betaald min terugbetaald" value={formatCents(stats.revenue)} />
    <Figure name="Bestellingen vandaag" value={formatCount(stats.ordersToday)} />
    <Figure name="Gebruikers" value={formatCount(stats.totalUsers)} />
    <Figure
      name="Live sessies nu"
      value={formatCount(stats.activeSessions)}
      isLive={stats.activeSessions > 0}
    />
  </dl>
)

/** The credit that customers can still spend, which the shop owes them; nothing when there is none. */
export function AdminCreditOwed({ giftCards, storeCredit }: ShopStats['creditOwed']) {
  if (giftCards + storeCredit === 0) return null
  return (
    <p className="figures text-small text-ink-soft">
      Klanten hebben nog {formatCents(giftCards)} op{' '}
      <Link
        to="/admin/gift-cards"
        className="underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
      >
        cadeaubonnen
      </Link>{' '}
      en {formatCents(storeCredit)} aan tegoed.
    </p>
  )
}

interface FigureProps {
  name: string
  note?: string
  value: string
  /** Marks a number that is above 0 as live. */
  isLive?: boolean
}

const Figure = ({ name, note, value, isLive = false }: FigureProps) => (
  <div className="grid content-between gap-2 rounded-card border border-line bg-surface p-4 sm:p-5">
    <dt className="text-small text-ink-soft">
      {name}
      {note && <span className="block text-tiny text-ink-faint">{note}</span>}
    </dt>
    <dd className="figures display flex items-center gap-2 text-heading">
      {isLive && <span className="size-2.5 animate-breathe rounded-full bg-live" aria-hidden />}
      {value}
    </dd>
  </div>
)
