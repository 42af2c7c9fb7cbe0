import { useSuspenseQuery } from '@tanstack/react-query'
import { ToyBrick, Waves } from 'lucide-react'
import { activeSessionsQuery, allToysQuery, useDevicesConnection } from '../../live/sessions/admin.hooks.ts'
import { AdminPairing } from '../../live/toys/PairingDialog.tsx'
import { plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { AdminSessionCard } from './AdminSessionCard.tsx'
import { AdminToyTable } from './AdminToyTable.tsx'

/** `/admin/devices`: the current sessions with buttons to end them, and all toys. */
export function AdminDevicesPage() {
  useDevicesConnection()
  const { data: toys, isError: isStale } = useSuspenseQuery(allToysQuery)
  const { data: playing, isError: isLost } = useSuspenseQuery(activeSessionsQuery)
  const { sessions, reading } = playing
  return (
    <>
      <AdminPageHeader
        title="Apparaten"
        aside={`${plural(toys.length, 'toy', 'toys')}, ${plural(sessions.length, 'sessie', 'sessies')} live`}
        actions={<AdminPairing />}
      />
      {(isStale || isLost) && (
        <Notice tone="error" title="Geen verbinding" className="mb-6">
          Wat je hier ziet kan verouderd zijn. Toys stoppen vanzelf als een speler weg is.
        </Notice>
      )}
      <section aria-labelledby="sessions" className="mb-10">
        <h2 id="sessions" className="display mb-3 text-subheading">
          Live sessies
        </h2>
        {sessions.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState icon={Waves} title="Niemand speelt nu">
              Begint er iemand, dan staat het hier meteen.
            </EmptyState>
          </div>
        ) : (
          <>
            <StopButtonsLegend />
            <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
              {sessions.map(session => (
                <li key={session.id}>
                  <AdminSessionCard session={session} reading={reading} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section aria-labelledby="toys">
        <h2 id="toys" className="display mb-3 text-subheading">
          Toys
        </h2>
        {toys.length === 0 ? (
          <EmptyState icon={ToyBrick} title="Nog geen toys">
            Een creator verbindt toys in de studio. Hier keur je ze goed.
          </EmptyState>
        ) : (
          <AdminToyTable toys={toys} sessions={sessions} />
        )}
      </section>
    </>
  )
}

const StopButtonsLegend = () => (
  <dl className="mb-4 grid gap-1 text-small text-ink-soft [&_dt]:mr-1 [&_dt]:inline [&_dt]:font-medium [&_dt]:text-ink [&_dd]:inline">
    <div>
      <dt>Stoppen</dt>
      <dd>beëindigt de sessie en zet de toy stil. De begonnen minuut is gratis.</dd>
    </div>
    <div>
      <dt>Geforceerd stoppen</dt>
      <dd>
        doet dat ook, en stuurt de toy langs alles heen een stop, tot die is aangekomen. Voor als een toy niet
        luistert.
      </dd>
    </div>
  </dl>
)
