import { useQuery } from '@tanstack/react-query'
import { plural } from '../../ui/format.ts'
import { playedMinutesQuery } from './hooks.ts'

/** The minutes that were played on the creator's toys. */
export function PlayedMinutes() {
  const { data: earned } = useQuery(playedMinutesQuery)
  const rows = [
    ['Vandaag', earned?.today],
    ['In 30 dagen', earned?.month],
    ['In totaal', earned?.ever],
  ] as const
  return (
    <section aria-labelledby="earned" className="grid gap-3">
      <h2 id="earned" className="eyebrow text-ink-faint">
        Gespeelde minuten
      </h2>
      <dl className="grid grid-cols-3 rounded-card border border-line bg-surface">
        {rows.map(([name, minutes]) => (
          <div key={name} className="grid gap-1 px-4 py-4 not-first:border-l not-first:border-line">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd className="display figures text-heading">
              {minutes ?? '–'}
              {minutes !== undefined && (
                <span className="sr-only"> {plural(minutes, 'minuut', 'minuten')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
