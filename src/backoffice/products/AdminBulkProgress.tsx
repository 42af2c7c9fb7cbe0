import type { BulkEdit } from './bulk.contract.ts'

const figure = new Intl.NumberFormat('nl-NL')

/** How far it is. One may leave: the work goes on. */
export function AdminBulkProgress({ bulk: { state, change, done, total } }: { bulk: BulkEdit }) {
  const isChecking = state === 'CHECKING'
  // Of a file that is read, bytes are counted: how many lines it has shows at its end.
  const isInBytes = isChecking && !change
  const share = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
  const words = isInBytes ? `${share}%` : `${figure.format(done)} van ${figure.format(total)}`
  const title = isChecking ? 'Alles wordt nagekeken' : 'De wijzigingen worden toegepast'
  return (
    <div role="status" className="grid gap-3 rounded-card border border-line bg-surface p-6">
      <p className="flex flex-wrap justify-between gap-x-6">
        <span className="font-medium">{title}</span>
        <span className="figures text-ink-soft">{words}</span>
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuenow={share}
        className="h-2 overflow-hidden rounded-full bg-ink/8"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${share}%` }}
        />
      </div>
      <p className="text-small text-ink-soft">Je kunt deze pagina verlaten: het gaat vanzelf door.</p>
    </div>
  )
}
