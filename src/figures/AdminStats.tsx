import { useSuspenseQuery } from '@tanstack/react-query'
import { formatCents } from '../wire/money.ts'
import { figuresQuery } from './hooks.ts'

const count = new Intl.NumberFormat('nl-NL')

/** The shop in four figures. */
export function AdminStats() {
  const { totalUsers, ordersToday, revenue, activeSessions } = useSuspenseQuery(figuresQuery).data
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <Figure name="Omzet" note="betaald min terugbetaald" value={formatCents(revenue)} />
      <Figure name="Bestellingen vandaag" value={count.format(ordersToday)} />
      <Figure name="Gebruikers" value={count.format(totalUsers)} />
      <Figure name="Live sessies nu" value={count.format(activeSessions)} isLive={activeSessions > 0} />
    </dl>
  )
}

interface FigureProps {
  name: string
  note?: string
  value: string
  /** Something runs at this moment. */
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
