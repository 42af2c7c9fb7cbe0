import { creatorPath } from '../creatorPages/path.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Hand, LockKeyhole, ShieldCheck, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { BEGUN_MINUTE } from '../../money/minutes/labels.rules.ts'
import { countPlayableMinutes } from '../../money/minutes/rules.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { loginPath } from '../../ui/page/pageAccess.ts'
import { formatCents } from '../../wire/money.ts'
import { Portrait } from '../creatorPages/Portrait.tsx'
import type { LiveWelcome as Welcome } from './contract.ts'
import { DemoPad } from './DemoPad.tsx'
import { liveWelcomeQuery } from './hooks.ts'

const safety: { icon: LucideIcon; text: string }[] = [
  { icon: Hand, text: 'Jullie kunnen allebei op elk moment stoppen. De toy staat dan meteen stil.' },
  { icon: ShieldCheck, text: 'De creator kiest hoe sterk het mag. Hoger dan haar grens komt niemand.' },
  {
    icon: LockKeyhole,
    text: 'De creator ziet alleen de naam die je zelf kiest. Op je afschrift staat niet waarvoor je betaalde.',
  },
]

/** `/live` for visitors without an account. */
export function LiveWelcome() {
  const { data: welcome } = useQuery(liveWelcomeQuery)
  return (
    <div className="measure grid gap-12 py-8 md:gap-16 md:py-14">
      <PageMeta
        title="Live Control"
        description="Kies iemand die nu online is en neem per minuut de regie over haar toy."
        path="/live"
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <header className="grid content-start justify-items-start gap-5">
          <h1 className="display text-title">Live Control</h1>
          <p className="max-w-prose text-lead text-ink-soft">
            Je kiest iemand die nu online is en daar zelf voor koos. Met je vinger bepaal je hoe haar toy
            beweegt, en zij voelt het op hetzelfde moment. Je betaalt per minuut, en stoppen kan altijd.
          </p>
          <section
            aria-labelledby="login-required"
            className="grid w-full gap-4 rounded-card border border-line bg-surface p-5 sm:p-6"
          >
            <h2 id="login-required" className="display text-heading">
              Login vereist
            </h2>
            {welcome && <Prices welcome={welcome} />}
            <div className="flex flex-wrap items-center gap-3">
              <ButtonLink to={loginPath('/live')} variant="live" size="lg">
                Begin met {formatMinutes(welcome?.first.minutes ?? 5)}
              </ButtonLink>
              <p className="text-small text-ink-soft">Log in of maak een account. Dat kost niets.</p>
            </div>
          </section>
        </header>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <DemoPad />
        </div>
        <ul className="grid content-start gap-3">
          {safety.map(({ icon: Icon, text }) => (
            <li key={text} className="flex gap-3 text-ink-soft">
              <Icon className="mt-0.5 size-5 shrink-0 text-live-text" strokeWidth={1.5} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </div>
      {welcome && <OnAir welcome={welcome} />}
    </div>
  )
}

const Prices = ({ welcome: { perMinute, first } }: { welcome: Welcome }) => (
  <div className="grid gap-1">
    <p className="text-subheading">
      Vanaf <span className="figures font-semibold">{formatCents(perMinute)}</span> per minuut
    </p>
    <p className="figures text-small text-ink-soft">
      {formatMinutes(first.minutes)}, waarvan {countPlayableMinutes(first.minutes)} te spelen:{' '}
      {formatCents(first.price)}
    </p>
    <p className="text-small text-ink-soft">{BEGUN_MINUTE}</p>
  </div>
)

/** The creators who are online and opened their page, and the number of the others. */
function OnAir({ welcome: { online, creators } }: { welcome: Welcome }) {
  const others = online - creators.length
  return (
    <section aria-labelledby="on-air" className="grid gap-5">
      <h2 id="on-air" className="display text-title">
        {online === 0 ? 'Er is nu niemand online' : 'Nu online'}
      </h2>
      {creators.length > 0 && (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
          {creators.map(({ slug, stageName, portraitUrl, mood }) => (
            <li key={slug}>
              <Link to={creatorPath(slug)} className="grid gap-2 hover:text-accent-text">
                <Portrait
                  name={stageName}
                  url={portraitUrl}
                  sizes="(min-width: 1024px) 180px, 45vw"
                  className="rounded-card"
                />
                <span className="font-semibold wrap-anywhere">{stageName}</span>
                {mood && <span className="text-small text-ink-soft wrap-anywhere">{mood}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-soft">{othersText(online, others)}</p>
    </section>
  )
}

function othersText(online: number, others: number): string {
  if (online === 0) return 'Met een account zie je wie er komt, en hoor je het als een favoriet er is.'
  if (others === 0) return 'Log in om met haar te spelen.'
  const who = others === 1 ? '1 creator' : `${others} creators`
  return online === others ? `${who} online. Log in om te zien wie.` : `En nog ${who}. Log in om te zien wie.`
}
