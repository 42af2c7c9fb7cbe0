import type { ReactNode } from 'react'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Battery } from './Battery.tsx'
import type { Toy } from './contract.ts'
import { Sparkline } from './Sparkline.tsx'

interface ToyCardProps {
  toy: Toy
  /** The button of this toy. */
  children: ReactNode
}

/** A toy in the list: its name and type, whether it is online, and its action. */
export function ToyCard({ toy, children }: ToyCardProps) {
  return (
    <article
      aria-labelledby={toy.id}
      className="group relative grid h-full overflow-hidden rounded-card border border-line bg-surface p-5 transition-colors duration-200 hover:border-line-strong sm:min-h-60 sm:content-between sm:p-6"
    >
      <PatternBackdrop patterns={toy.capabilities.patterns} />
      <div className="relative flex min-h-6 items-center justify-between gap-3">
        <ToyStatus toy={toy} />
        <Battery percent={toy.batteryLevel} />
      </div>
      <div className="relative flex items-end justify-between gap-4 pt-4">
        <div>
          <h3 id={toy.id} className="display text-heading sm:text-title">
            {toy.name}
          </h3>
          <p className="text-small text-ink-soft">
            <span className="capitalize">{toy.type}</span>, {toy.capabilities.patterns.length} patronen
          </p>
          {toy.notice && <p className="text-small text-ink-soft">{toy.notice}</p>}
          <ReportButton kind="TOY" contentId={toy.id} name={`de toy ${toy.name}`} className="-ml-1.5" />
        </div>
        {children}
      </div>
    </article>
  )
}

/** A decoration behind the text: the last pattern that the toy can play, which differs by type. */
const PatternBackdrop = ({ patterns }: { patterns: string[] }) => (
  <div
    aria-hidden
    className="absolute inset-x-0 top-12 h-24 text-low opacity-15 transition-opacity duration-200 group-hover:opacity-40 max-sm:hidden"
  >
    {patterns.slice(-3).map(pattern => (
      <Sparkline key={pattern} pattern={pattern} className="absolute inset-0 size-full" />
    ))}
  </div>
)

/** Only owners and admins know that a toy takes no stop; for anyone else it is offline. */
export function ToyStatus({ toy }: { toy: Toy & { unstoppedAt?: string | null } }) {
  if (toy.unstoppedAt) return <Badge tone="danger">Stopt niet</Badge>
  if (!toy.isOnline) return <Badge tone="outline">Offline</Badge>
  return (
    <Badge tone={toy.busy ? 'live' : 'green'}>
      <span className="size-1.5 rounded-full bg-current" aria-hidden />
      {toy.busy ? toyBusyText(toy) : 'Online'}
    </Badge>
  )
}

/** That somebody controls it, and how many wait. */
export const toyBusyText = ({ waiting }: Toy): string =>
  waiting > 0 ? `Bezet, ${waiting} in de rij` : 'Bezet'
