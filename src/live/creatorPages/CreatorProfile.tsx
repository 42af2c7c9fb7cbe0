import { creatorPath } from './path.rules.ts'
import { Gift as GiftIcon, Heart, Languages, Vibrate, X } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { loginPath } from '../../ui/page/pageAccess.ts'
import { formatCents } from '../../wire/money.ts'
import type { Gift } from '../gifts/contract.ts'
import { GiftPurchaseDialog } from '../gifts/GiftPurchaseDialog.tsx'
import { type CreatorPage } from './contract.ts'
import { languageNames } from './page.rules.ts'
import { Portrait } from './Portrait.tsx'

interface CreatorProfileProps {
  page: CreatorPage
  /** Buttons beside the one to play. */
  actions?: ReactNode
  /** Sections below her own. */
  children?: ReactNode
}

/** A creator's page: her portrait and texts, and the ways to play with her and to give. */
export function CreatorProfile({ page, actions, children }: CreatorProfileProps) {
  const { stageName: name } = page
  return (
    <div className="measure py-6 md:py-12">
      <Head page={page} />
      <div className="grid grid-cols-1 gap-x-14 gap-y-10 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="md:sticky md:top-24 md:self-start">
          <Portrait
            name={name}
            url={page.portraitUrl}
            sizes="(min-width: 768px) 352px, 100vw"
            className="rounded-card"
            priority
          />
        </div>
        <div className="grid content-start gap-10">
          <header className="grid justify-items-start gap-4">
            <Presence page={page} />
            <h1 className="display text-title wrap-anywhere">{name}</h1>
            {page.mood && <p className="text-lead text-ink-soft wrap-anywhere">{page.mood}</p>}
            <div className="flex flex-wrap items-center gap-3">
              <Play page={page} />
              {actions}
            </div>
          </header>
          {page.about && (
            <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{page.about}</p>
          )}
          <div className="grid gap-8 sm:grid-cols-2">
            <Words title="Hier houdt ze van" icon={Heart} words={page.likes} />
            <Words title="Liever niet" icon={X} words={page.dislikes} />
            <Words title="Haar toys" icon={Vibrate} words={page.toys} />
            <Words
              title="Ze spreekt"
              icon={Languages}
              words={page.languages.map(code => languageNames[code])}
            />
          </div>
          <Gallery page={page} />
          <Wishes gifts={page.wishes} />
          {children}
          <ReportButton
            kind="PROFILE"
            contentId={page.creatorId}
            name={`de pagina van ${name}`}
            className="justify-self-start"
          />
        </div>
      </div>
    </div>
  )
}

/** The metadata: nothing for search engines and previews until she opened the page to them. */
function Head({ page }: { page: CreatorPage }) {
  const { stageName, mood, slug, portraitUrl, isInSearchEngines, hasPreview } = page
  return (
    <>
      {hasPreview ? (
        <PageMeta
          title={stageName}
          description={mood ?? `De pagina van ${stageName}.`}
          path={creatorPath(slug)}
          picture={portraitUrl ?? undefined}
        />
      ) : (
        <PageTitle>{stageName}</PageTitle>
      )}
      {!isInSearchEngines && <meta name="robots" content="noindex" />}
    </>
  )
}

function Presence({ page: { isOnAir, isBusy } }: { page: CreatorPage }) {
  if (!isOnAir) return <Badge tone="outline">Nu niet online</Badge>
  return isBusy ? <Badge tone="live">Nu bezig met iemand</Badge> : <Badge tone="green">Nu online</Badge>
}

function Play({ page }: { page: CreatorPage }) {
  const user = useUser()
  if (!user) return <ButtonLink to={loginPath(creatorPath(page.slug))}>Log in om te spelen</ButtonLink>
  return page.isOnAir ? <ButtonLink to="/live">Speel live</ButtonLink> : null
}

interface WordsProps {
  title: string
  icon: ComponentType<{ className: string; 'aria-hidden': true }>
  words: string[]
}

function Words({ title, icon: Icon, words }: WordsProps) {
  if (words.length === 0) return null
  return (
    <section className="grid content-start gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon className="size-4.5 text-accent-text" aria-hidden />
        {title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {words.map(word => (
          <li
            key={word}
            className="rounded-full border border-line bg-surface px-3 py-1 text-small wrap-anywhere"
          >
            {word}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Gallery({ page: { gallery, stageName } }: { page: CreatorPage }) {
  if (gallery.length === 0) return null
  return (
    <section aria-label="Foto’s" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {gallery.map((url, index) => (
        <ResponsiveImage
          key={url}
          src={url}
          alt={`Foto ${index + 1} van ${stageName}`}
          sizes="(min-width: 640px) 240px, 50vw"
          className="rounded-card"
        />
      ))}
    </section>
  )
}

function Wishes({ gifts }: { gifts: Gift[] }) {
  const [chosen, choose] = useState<Gift | null>(null)
  const free = gifts.filter(({ state }) => state === 'FREE')
  if (free.length === 0) return null
  return (
    <section aria-labelledby="wishes" className="grid gap-3">
      <h2 id="wishes" className="flex items-center gap-2 font-semibold">
        <GiftIcon className="size-4.5 text-accent-text" aria-hidden />
        Haar wensen
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {free.map(gift => (
          <li key={gift.id} className="flex items-center gap-4 p-4">
            <ResponsiveImage
              src={gift.imageUrl}
              alt=""
              sizes="56px"
              className="w-14 shrink-0 rounded-inner"
            />
            <span className="grid min-w-0 grow">
              <span className="font-medium wrap-anywhere">{gift.name}</span>
              <span className="figures text-small text-ink-soft">{formatCents(gift.price)}</span>
            </span>
            <Button variant="secondary" size="sm" onClick={() => choose(gift)}>
              Geven<span className="sr-only">: {gift.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <GiftPurchaseDialog key={chosen.id} gift={chosen} onClose={() => choose(null)} />}
    </section>
  )
}
