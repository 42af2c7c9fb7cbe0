import { creatorPath } from './path.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../../people/accounts/hooks.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { Field, Select } from '../../ui/forms/Field.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import { NoticeAudience, type OwnPage as Page } from './contract.ts'
import { ownPageQuery, useOpenPage } from './hooks.ts'
import { OwnPictures } from './OwnPictures.tsx'
import { PageForm } from './PageForm.tsx'

/** `/studio/pagina`: the form of a creator's page, and of those who may find it. */
export function OwnPage() {
  const { data: page } = useSuspenseQuery(ownPageQuery)
  const user = useUser()
  return (
    <div className="measure grid max-w-3xl grid-cols-1 gap-10 py-8 md:py-12">
      <PageTitle>Mijn pagina</PageTitle>
      <header className="grid justify-items-start gap-3">
        <BackLink to="/studio">Studio</BackLink>
        <h1 className="display text-title">Mijn pagina</h1>
        <p className="text-ink-soft">
          Hier vertel je wie je bent als creator. We bekijken elke tekst en foto voordat iemand ze ziet; tot
          dan blijft staan wat er stond.
        </p>
        <State page={page} />
      </header>
      <PageForm key={page?.submittedAt} page={page} name={user?.displayName ?? ''} />
      {page && <OwnPictures pictures={page.pictures} />}
      {page && <Openings page={page} />}
    </div>
  )
}

function State({ page }: { page: Page | null }) {
  if (!page)
    return (
      <Notice tone="info" title="Je hebt nog geen pagina">
        Vul je naam en je teksten in.
      </Notice>
    )
  const isWaiting = page.draft !== null && page.refusal === null
  return (
    <>
      {page.refusal !== null && (
        <Notice tone="error" title="Niet goedgekeurd">
          {page.refusal}
        </Notice>
      )}
      {isWaiting && (
        <Notice tone="info" title="We bekijken je teksten">
          Je krijgt bericht.{' '}
          {page.shown ? 'Tot dan blijven je vorige teksten staan.' : 'Tot dan ziet niemand je pagina.'}
        </Notice>
      )}
      {page.isShown && (
        <ButtonLink to={creatorPath(page.slug)} variant="secondary" size="sm">
          Bekijk je pagina
        </ButtonLink>
      )}
    </>
  )
}

const audienceNames: Record<NoticeAudience, string> = {
  NOBODY: 'Niemand',
  FAVOURITES: 'Alleen mijn favorieten',
  PLAYED_BEFORE: 'Volgers die al met me speelden',
  EVERYONE: 'Al mijn volgers',
}

/** The choices that count at once. */
function Openings({ page }: { page: Page }) {
  const { isOpenToVisitors, isInSearchEngines, hasPreview, noticeAudience, isForMembersOnly } = page
  const open = useOpenPage()
  const set = (change: Partial<Page>) =>
    open.mutate({ isOpenToVisitors, isInSearchEngines, hasPreview, noticeAudience, ...change })
  return (
    <section aria-labelledby="openings" className="grid gap-4">
      <h2 id="openings" className="eyebrow text-ink-faint">
        Wie je pagina vindt
      </h2>
      {isForMembersOnly && (
        <Notice tone="info" title="Alleen voor leden">
          Je bent voor sommige mensen onzichtbaar. Daarom zien bezoekers zonder account je pagina niet, wat je
          hier ook kiest. Bij “Onzichtbaar voor” kun je dat veranderen.
        </Notice>
      )}
      <div className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        <SettingRow
          name="Open voor bezoekers"
          checked={isOpenToVisitors}
          onChange={next =>
            set({ isOpenToVisitors: next, ...(!next && { isInSearchEngines: false, hasPreview: false }) })
          }
        >
          Iedereen met de link ziet je pagina, ook zonder account. Anders is ze alleen voor leden.
        </SettingRow>
        <SettingRow
          name="In zoekmachines"
          checked={isInSearchEngines}
          disabled={!isOpenToVisitors}
          onChange={next => set({ isInSearchEngines: next })}
        >
          Google en andere zoekmachines mogen je pagina tonen. Zet je dit uit, dan kan het weken duren voor ze
          daar weg is.
        </SettingRow>
        <SettingRow
          name="Voorbeeld bij een link"
          checked={hasPreview}
          disabled={!isOpenToVisitors}
          onChange={next => set({ hasPreview: next })}
        >
          Je naam en portret mogen naast een gedeelde link staan, waar een andere dienst ze ophaalt.
        </SettingRow>
      </div>
      <Field
        label="Wie hoort dat je online bent"
        hint="Alleen wie daar zelf om vroeg, en nooit meteen: een bericht komt tot 10 minuten later."
      >
        <Select
          value={noticeAudience}
          onChange={event => set({ noticeAudience: event.target.value as NoticeAudience })}
        >
          <Options values={NoticeAudience.options} nameOf={each => audienceNames[each]} />
        </Select>
      </Field>
    </section>
  )
}
