import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { plural } from '../../../../ui/format.ts'
import { AdminPageHeader } from '../../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../../ui/components/Button.tsx'
import { ProgressBar } from '../../../../ui/components/ProgressBar.tsx'
import { Notice } from '../../../../ui/components/Notice.tsx'
import { AdminBulkLines } from './AdminBulkLines.tsx'
import type { BulkEdit } from './contract.ts'
import { isRunning, bulkEditUrl, bulkEditQuery, useApplyBulkEdit } from './hooks.ts'
import { describeBulkChange, statusesWithLines } from './form.rules.ts'

/** `/admin/products/bulk/:bulkId`: the preview, progress and result of a bulk edit or an import. */
export function AdminBulkEditPage() {
  const { bulkId = '' } = useParams()
  const { data: bulk } = useSuspenseQuery(bulkEditQuery(bulkId))
  const [search] = useSearchParams()
  const query = bulkEditUrl(bulkId).parse(search)
  const verdicts = statusesWithLines(bulk.counts)
  const verdict = query.verdict && verdicts.includes(query.verdict) ? query.verdict : verdicts[0]
  const isUnderWay = isRunning(bulk)
  return (
    <div className="max-w-5xl">
      <AdminPageHeader
        title={bulk.change ? 'Producten bewerken' : 'Import'}
        aside={bulk.change ? describeBulkChange(bulk.change) : bulk.fileName}
        back={
          bulk.change
            ? { to: '/admin/products', name: 'Producten' }
            : { to: '/admin/products/import', name: 'Importeren' }
        }
      />
      <div className="grid gap-6">
        {isUnderWay && <AdminBulkProgress bulk={bulk} />}
        {bulk.state === 'FAILED' && <Failed bulk={bulk} />}
        {bulk.state === 'READY' && <Ready bulk={bulk} />}
        {bulk.state === 'DONE' && <Done bulk={bulk} />}
        {!isUnderWay && verdict && (
          <AdminBulkLines bulk={bulk} verdicts={verdicts} verdict={verdict} page={query.page} />
        )}
      </div>
    </div>
  )
}

const Failed = ({ bulk: { problem } }: { bulk: BulkEdit }) => (
  <Notice tone="error" title="Dit bestand konden we niet lezen">
    {problem}{' '}
    <Link to="/admin/products/import" className="underline underline-offset-4">
      Kies een ander bestand
    </Link>
  </Notice>
)

/** The preview, with the button that applies it. */
function Ready({ bulk }: { bulk: BulkEdit }) {
  const apply = useApplyBulkEdit(bulk.id)
  const { CHANGE, NEW, REFUSED } = bulk.counts
  const count = CHANGE + NEW
  const thing: [string, string] = bulk.change ? ['product', 'producten'] : ['regel', 'regels']
  return (
    <>
      {bulk.ignored.length > 0 && (
        <Notice tone="info" title="Niet alle kolommen zijn herkend">
          Deze worden overgeslagen: {bulk.ignored.join(', ')}.
        </Notice>
      )}
      {REFUSED > 0 && (
        <Notice
          tone="waiting"
          title={`${plural(REFUSED, ...thing)} ${REFUSED === 1 ? 'kan' : 'kunnen'} niet`}
        >
          {bulk.change
            ? 'Hieronder staat waarom. De rest kun je wel toepassen.'
            : 'Hieronder staat per regel waarom. Verbeter het bestand en controleer het opnieuw, of pas alleen de rest toe.'}
        </Notice>
      )}
      {count === 0 ? (
        <Notice tone="info" title="Er is niets om toe te passen">
          Alles blijft zoals het is.
        </Notice>
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button busy={apply.isPending} onClick={() => apply.mutate()} className="max-sm:w-full">
            {plural(count, 'wijziging', 'wijzigingen')} toepassen
          </Button>
          <p className="text-small text-ink-soft">Er is nog niets veranderd.</p>
        </div>
      )}
    </>
  )
}

function Done({ bulk: { counts } }: { bulk: BulkEdit }) {
  const { DONE, ADDED, MISSED } = counts
  const parts = [
    ...(DONE > 0 || ADDED === 0 ? [`${plural(DONE, 'product', 'producten')} gewijzigd`] : []),
    ...(ADDED > 0 ? [`${plural(ADDED, 'product', 'producten')} toegevoegd`] : []),
  ]
  return (
    <>
      <Notice tone="success" title={parts.join(', ')} />
      {MISSED > 0 && (
        <Notice tone="waiting" title={`${MISSED} overgeslagen`}>
          Deze veranderden terwijl je keek. Hieronder staat wat er aan de hand is.
        </Notice>
      )}
    </>
  )
}

/** Shows the progress; the work continues when the page is left. */
function AdminBulkProgress({ bulk: { state, change, done, total } }: { bulk: BulkEdit }) {
  const isChecking = state === 'CHECKING'
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-6">
      <ProgressBar
        title={isChecking ? 'Alles wordt nagekeken' : 'De wijzigingen worden toegepast'}
        done={done}
        total={total}
        // While a file is read its progress is in bytes: the number of lines is known only at its end.
        unit={isChecking && !change ? 'percent' : 'items'}
      />
      <p className="text-small text-ink-soft">Je kunt deze pagina verlaten: het gaat vanzelf door.</p>
    </div>
  )
}
