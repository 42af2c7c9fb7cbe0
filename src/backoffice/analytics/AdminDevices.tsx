import { formatPercent } from '../../ui/format.ts'
import { cn } from '../../ui/components/cn.ts'
import { AdminAnalyticsCard } from './AdminAnalyticsCard.tsx'
import { shareOf } from './comparison.rules.ts'
import type { WebsiteAnalytics } from './contract.ts'
import { type NamedCount, withRest } from './topLists.rules.ts'
import { deviceNames, UNKNOWN } from './labels.rules.ts'

/** From the largest share to the rest. */
const shades = ['bg-accent', 'bg-accent/60', 'bg-accent/30', 'bg-ink/20']

/** Devices, browsers and systems as shares; the smaller ones are added together. */
export function AdminDevices({
  analytics: { visits, devices, browsers, systems },
}: {
  analytics: WebsiteAnalytics
}) {
  return (
    <AdminAnalyticsCard title="Apparaten" aside="van de bezoeken">
      {visits === 0 ? (
        <p className="text-small text-ink-soft">Nog geen bezoek.</p>
      ) : (
        <div className="figures grid gap-5 text-small">
          <Shares
            title="Apparaat"
            total={visits}
            rows={devices.map(each => ({ name: deviceNames[each.device], count: each.visits }))}
          />
          <Shares
            title="Browser"
            total={visits}
            rows={browsers.map(each => ({ name: each.browser ?? UNKNOWN, count: each.visits }))}
          />
          <Shares
            title="Systeem"
            total={visits}
            rows={systems.map(each => ({ name: each.os ?? UNKNOWN, count: each.visits }))}
          />
        </div>
      )}
    </AdminAnalyticsCard>
  )
}

/** A divided bar with its legend. */
function Shares({ title, total, rows }: { title: string; total: number; rows: NamedCount[] }) {
  const parts = withRest(rows, total, shades.length - 1).map(({ name, count }, index) => ({
    name,
    share: shareOf(count, total),
    shade: shades[index],
  }))
  return (
    <div className="grid gap-2">
      <h3 className="text-tiny font-semibold text-ink-faint">{title}</h3>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {parts.map(({ name, share, shade }) => (
          <span key={name} className={cn('h-full', shade)} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <ul aria-label={title} className="flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(({ name, share, shade }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 rounded-full', shade)} />
            {name} <span className="text-ink-soft">{formatPercent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
