import { ListChecks, Plug, QrCode, Waves } from 'lucide-react'
import { pairAsCreator } from '../toys/contract.ts'
import { PairingCodeView, PairingDialog } from '../toys/PairingDialog.tsx'
import { CREATOR_PATH } from '../creators/contract.ts'
import { creatorAccountQuery } from '../creators/hooks.ts'
import { ReceivedGifts } from '../gifts/ReceivedGifts.tsx'
import { plural } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'
import type { BridgeClient } from './bridge/bridgeClient.hooks.ts'
import type { BridgeState } from './bridge/bridgeState.hooks.ts'
import { BridgeDialog, BridgeErrorNotice, IntifaceVersionNotice } from './bridge/BridgeDialog.tsx'
import type { Studio } from './contract.ts'
import { type StudioSnapshot, useStudio, playedMinutesQuery } from './hooks.ts'
import { useBridgeState, useStudioConnection } from './studioConnection.hooks.ts'
import { SessionCard } from './SessionCard.tsx'
import { StopAlarm } from './StopAlarm.tsx'
import { StopAllBar } from './StopAllButton.tsx'
import { StopLinks } from './stopLinks/StopLinks.tsx'
import { ToyRow } from './ToyRow.tsx'
import { WhichToy } from './bridge/WhichToy.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

/**
 * `/studio`: the creator's status, the live sessions with their level, and the buttons that end them. Each part fails alone: the bar
 * with the stop depends on none of them.
 */
export function StudioPage() {
  const { data: look, isError } = useStudio()
  const bridge = useStudioConnection()
  const state = useBridgeState(bridge)
  return (
    <div data-lights="low" className="-mb-24 grow bg-paper pb-16 text-ink">
      <PageTitle>Studio</PageTitle>
      <div className="measure grid grid-cols-1 gap-8 py-8 md:gap-10 md:py-12">
        <h1 className="sr-only">Studio</h1>
        {isError && (
          <Notice tone="error" title="Geen verbinding">
            Wat je hier ziet kan verouderd zijn. De stop blijft werken zodra er weer verbinding is; je toys
            stoppen ook vanzelf als een speler weg is.
          </Notice>
        )}
        <PartBoundary>
          <StopAlarm toys={look?.studio.toys ?? []} bridge={unstoppedOf(state)} />
        </PartBoundary>
        <PartBoundary>
          <CreatorNotice />
        </PartBoundary>
        <PartBoundary>{look && <StudioSections look={look} bridge={bridge} />}</PartBoundary>
      </div>
      <StopAllBar
        isPlaying={look?.studio.sessions.some(({ level }) => level > 0) ?? false}
        isLive={!look || isError || look.studio.sessions.length > 0}
      />
    </div>
  )
}

/** Why the creator may not go on the air, if so; the way to her account. */
function CreatorNotice() {
  const { data: account } = useQuery(creatorAccountQuery)
  const link = (
    <Link to={CREATOR_PATH} className="inline-block py-1 underline underline-offset-4">
      Mijn creatoraccount
    </Link>
  )
  if (!account?.refusal)
    return (
      <p className="flex flex-wrap gap-x-5 text-small text-ink-soft">
        {link}
        <Link to="/studio/beoordelingen" className="inline-block py-1 underline underline-offset-4">
          Beoordelingen
        </Link>
        <Link to="/studio/uitbetaling" className="inline-block py-1 underline underline-offset-4">
          Uitbetaling
        </Link>
      </p>
    )
  return (
    <Notice tone="waiting" title="Je kunt nu niet in de uitzending">
      {account.refusal} {link}
    </Notice>
  )
}

const unstoppedOf = (state: BridgeState) =>
  state.phase === 'failed' && (state.why === 'unstopped' || state.why === 'lostRunning') ? state.why : null

function StudioSections({ look, bridge }: { look: StudioSnapshot; bridge: BridgeClient }) {
  const { studio, reading } = look
  const { toys, sessions } = studio
  return (
    <>
      <PartBoundary>
        <OnAirHeader studio={studio} bridge={bridge} />
      </PartBoundary>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_24rem]">
        <section aria-labelledby="control" className="grid content-start gap-3">
          <h2 id="control" className="eyebrow text-ink-faint">
            Wie heeft de controle
          </h2>
          {sessions.length === 0 ? <NoSessions /> : null}
          {sessions.map(session => (
            <PartBoundary key={session.id}>
              <SessionCard
                session={session}
                toy={toys.find(({ id }) => id === session.toyId)}
                reading={reading}
                isOnly={sessions.length === 1}
              />
            </PartBoundary>
          ))}
        </section>
        <div className="grid content-start gap-8">
          <PartBoundary>
            <PlayedMinutes />
          </PartBoundary>
          <PartBoundary>
            <ReceivedGifts />
          </PartBoundary>
          <PartBoundary>
            <StopLinks />
          </PartBoundary>
          <PartBoundary>
            <PublicPage />
            <HiddenFrom />
          </PartBoundary>
        </div>
      </div>
      <StudioToys studio={studio} bridge={bridge} />
    </>
  )
}

function StudioToys({
  studio: { toys, sessions, provider },
  bridge,
}: {
  studio: Studio
  bridge: BridgeClient
}) {
  return (
    <section aria-labelledby="toys" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="toys" className="eyebrow text-ink-faint">
          Je toys
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/studio/menu" variant="secondary" size="sm">
            <ListChecks aria-hidden />
            Mijn menu
          </ButtonLink>
          <PairingDialog code={<PairingCodeView pair={pairAsCreator} connection={provider} />}>
            <Button variant="secondary" size="sm">
              <QrCode aria-hidden />
              Toy verbinden
            </Button>
          </PairingDialog>
          <BridgeDialog bridge={bridge}>
            <Button variant="secondary" size="sm">
              <Plug aria-hidden />
              Via Intiface
            </Button>
          </BridgeDialog>
        </div>
      </div>
      <PartBoundary>
        <WhichToy toys={toys} bridge={bridge} />
      </PartBoundary>
      {toys.length === 0 ? <NoToys /> : null}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {toys.map(toy => (
          <li key={toy.id}>
            <PartBoundary>
              <ToyRow toy={toy} session={sessions.find(({ toyId }) => toyId === toy.id)} />
            </PartBoundary>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The status in one line. */
function OnAirHeader({ studio: { toys, provider }, bridge }: { studio: Studio; bridge: BridgeClient }) {
  const state = useBridgeState(bridge)
  const isBridging = state.phase === 'on'
  const isConnected = provider.isConnected || isBridging
  const there = toys.filter(toy => toy.onAir && toy.isActive && toy.isOnline)
  const app = provider.isConnected ? 'Je app is verbonden.' : 'Je app is niet verbonden.'
  return (
    <header className="grid gap-3">
      <p className="display text-title">
        {there.length > 0 ? 'Je bent in de uitzending' : 'Je bent niet in de uitzending'}
      </p>
      <p className="flex flex-wrap items-center gap-3 text-ink-soft">
        <Badge tone={isConnected ? 'green' : 'outline'}>{isConnected ? 'Verbonden' : 'Niet verbonden'}</Badge>
        {isBridging && (
          <Badge tone={state.isHeard ? 'green' : 'yellow'}>
            Intiface: {plural(state.toys.length, 'toy', 'toys')}
          </Badge>
        )}
        <span>
          {there.length > 0
            ? `${plural(there.length, 'toy staat', 'toys staan')} klaar voor wie wil spelen.`
            : 'Zet een toy in de uitzending en open je app om te beginnen.'}{' '}
          <span className="sr-only">{app}</span>
        </span>
      </p>
      {isBridging && <IntifaceVersionNotice version={state.version} />}
      {/* The dialog shows the error when the program is unreachable. */}
      {state.phase === 'failed' && state.why !== 'unreachable' && !unstoppedOf(state) && (
        <BridgeErrorNotice state={state} />
      )}
    </header>
  )
}

const NoSessions = () => (
  <div className="rounded-card border border-line bg-surface">
    <EmptyState icon={Waves} title="Niemand">
      Begint er iemand, dan zie je het hier meteen, en heb je de hele aftelling om af te wijzen.
    </EmptyState>
  </div>
)

const NoToys = () => (
  <div className="rounded-card border border-line bg-surface">
    <EmptyState icon={QrCode} title="Nog geen toys">
      Verbind je app met een code, of een toy van een ander merk via Intiface. Zodra een administrator je toy
      heeft goedgekeurd, zet jij haar in de uitzending.
    </EmptyState>
  </div>
)

/** The minutes that were played on the creator's toys. */
function PlayedMinutes() {
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
      <ButtonLink to="/studio/verdiensten" variant="secondary" size="sm" className="justify-self-start">
        Verdiensten bekijken
      </ButtonLink>
    </section>
  )
}

/** Leads to the form of the creator's page. */
const PublicPage = () => (
  <section aria-labelledby="page" className="grid gap-3">
    <h2 id="page" className="eyebrow text-ink-faint">
      Mijn pagina
    </h2>
    <p className="text-small text-ink-soft">
      Zo leren mensen je kennen voordat ze spelen: je naam, je portret en waar je van houdt.
    </p>
    <ButtonLink to="/studio/pagina" variant="secondary" size="sm" className="justify-self-start">
      Pagina bewerken
    </ButtonLink>
  </section>
)

/** Leads to the page with the people from whom the creator is hidden. */
const HiddenFrom = () => (
  <section aria-labelledby="hidden" className="grid gap-3">
    <h2 id="hidden" className="eyebrow text-ink-faint">
      Onzichtbaar voor
    </h2>
    <p className="text-small text-ink-soft">
      Kies voor wie je hier niet bestaat: personen, landen, regio’s, of wie je kent. Je notities staan er ook.
    </p>
    <ButtonLink to="/studio/blokkeren" variant="secondary" size="sm" className="justify-self-start">
      Bekijken en wijzigen
    </ButtonLink>
  </section>
)
