import { useQuery } from '@tanstack/react-query'
import { ReportButton } from '../../../people/contentReports/ReportButton.tsx'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { StopAllBar } from '../StopAllButton.tsx'
import type { Panic } from './contract.ts'
import { useUnblockUser } from '../../blocks/hooks.ts'
import { panicQuery } from './hooks.ts'

const helpLines = [
  {
    country: 'België',
    lines: [
      ['106', 'Tele-Onthaal, voor een gesprek'],
      ['1712', 'Hulplijn bij geweld en misbruik'],
      ['101', 'Politie, bij gevaar ook 112'],
    ],
  },
  {
    country: 'Nederland',
    lines: [
      ['0800-2000', 'Veilig Thuis'],
      ['113', 'Bij gedachten aan zelfdoding'],
      ['0900-8844', 'Politie, bij gevaar 112'],
    ],
  },
] as const

/** `/studio/na-paniek`: the results of the panic, and people to call. It asks nothing. */
export function AfterPanicPage() {
  const { data: panic } = useQuery(panicQuery)
  return (
    <div data-lights="low" className="-mb-24 grow bg-paper pb-16 text-ink">
      <PageTitle>Het is gestopt</PageTitle>
      <div className="measure grid max-w-2xl grid-cols-1 gap-8 py-8 md:py-12">
        <header className="grid justify-items-start gap-3">
          <BackLink to="/studio">Naar je studio</BackLink>
          <h1 className="display text-title">Het is gestopt</h1>
          <p className="text-lead text-ink-soft">
            Neem je tijd. Je hoeft nu niets te doen en niets uit te leggen.
          </p>
        </header>
        {panic && <Done panic={panic} />}
        <section aria-labelledby="help" className="grid gap-4">
          <h2 id="help" className="eyebrow text-ink-faint">
            Wil je met iemand praten?
          </h2>
          <div className="grid gap-4 sm:grid-cols-2">
            {helpLines.map(({ country, lines }) => (
              <div
                key={country}
                className="grid content-start gap-3 rounded-card border border-line bg-surface p-5"
              >
                <h3 className="font-semibold">{country}</h3>
                <ul className="grid gap-2 text-small">
                  {lines.map(([number, name]) => (
                    <li key={number} className="flex gap-3">
                      <a
                        href={`tel:${number.replace('-', '')}`}
                        className="figures w-24 shrink-0 font-medium text-accent-text"
                      >
                        {number}
                      </a>
                      <span className="text-ink-soft">{name}</span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      </div>
      <StopAllBar isPlaying={false} isLive />
    </div>
  )
}

/** The effects of the panic that still hold, each with its way back. */
function Done({ panic: { people, isOnAir } }: { panic: Panic }) {
  const unblock = useUnblockUser()
  return (
    <section aria-labelledby="done" className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id="done" className="eyebrow text-ink-faint">
        Dit is gedaan
      </h2>
      <ul className="grid gap-3">
        <li>Al je toys kregen een stop.</li>
        <li>
          {isOnAir
            ? 'Een van je toys is in de uitzending. Haal haar er in je studio uit.'
            : 'Je bent uit de uitzending. Niemand kan beginnen tot jij er weer in gaat.'}
        </li>
        {people.map(({ userId, sessionId, displayName, isBlocked }) => (
          <li key={sessionId} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {displayName} is {isBlocked ? 'geblokkeerd' : 'niet geblokkeerd'}. Waarom de sessie stopte,
              krijgt deze persoon niet te zien.
            </span>
            <span className="flex flex-wrap items-center gap-3">
              {isBlocked && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Blokkade van ${displayName} opheffen`}
                  busy={unblock.isPending}
                  onClick={() => unblock.mutate({ userId })}
                >
                  Opheffen
                </Button>
              )}
              {/* The notes of a creator on a person stand on the page of their messages. */}
              <a href={`/messages/${userId}`} className="text-small text-accent-text">
                Notitie maken
              </a>
              <ReportButton kind="SESSION" contentId={sessionId} name={`de sessie met ${displayName}`} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
