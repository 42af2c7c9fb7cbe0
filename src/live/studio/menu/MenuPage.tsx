import { functionLabels } from '../../toys/functionLabels.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Menu, type Audience } from '../../menu/contract.ts'
import { patternNames } from '../../toys/pattern.rules.ts'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { Checkbox, RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Field, FieldError, Input } from '../../../ui/forms/Field.tsx'
import { StopAllBar } from '../StopAllButton.tsx'
import { AllowedFunctions, type OwnMenu } from './contract.ts'
import { menuQuery, useChangeMenu, useUnmarkFavourite } from './hooks.ts'

const { shape } = Menu
const number = z.string().transform(text => (text.trim() === '' ? Number.NaN : Number(text)))

const MenuForm = z
  .object({
    audience: shape.audience,
    ownPatterns: z.boolean(),
    patterns: z.array(z.string()),
    longestMinutes: z
      .string()
      .transform(text => (text.trim() === '' ? null : Number(text)))
      .pipe(shape.longestMinutes),
    pauseMinutes: number.pipe(shape.pauseMinutes),
    hasWarmUp: z.boolean(),
    warmUpFrom: number.pipe(shape.warmUp.unwrap().shape.from),
    warmUpMinutes: number.pipe(shape.warmUp.unwrap().shape.minutes),
    toys: z.array(z.object({ toyId: z.string(), allowed: AllowedFunctions })),
  })
  .transform(({ hasWarmUp, warmUpFrom: from, warmUpMinutes: minutes, patterns, ...menu }) => ({
    ...menu,
    patterns: patternNames.every(name => patterns.includes(name)) ? null : patterns,
    warmUp: hasWarmUp ? { from, minutes } : null,
  }))

const valuesOf = ({ patterns, longestMinutes, pauseMinutes, warmUp, toys, ...menu }: OwnMenu) => ({
  audience: menu.audience,
  ownPatterns: menu.ownPatterns,
  patterns: patterns ?? [...patternNames],
  longestMinutes: longestMinutes === null ? '' : String(longestMinutes),
  pauseMinutes: String(pauseMinutes),
  hasWarmUp: warmUp !== null,
  warmUpFrom: String(warmUp?.from ?? 5),
  warmUpMinutes: String(warmUp?.minutes ?? 5),
  toys: toys.map(({ toyId, allowed }) => ({ toyId, allowed })),
})

const audiences: [Audience, string, string][] = [
  ['EVERYONE', 'Iedereen', 'Wie je blokkeerde, ziet je toys niet.'],
  [
    'ACCEPT_EACH',
    'Iedereen, na mijn ja',
    'Elke start wacht in de aftelling op jouw ja. Zonder ja begint er niets.',
  ],
  ['PLAYED_BEFORE', 'Wie al eens speelde', 'En je favorieten.'],
  [
    'FAVOURITES',
    'Alleen mijn favorieten',
    'Je kiest ze op de kaart van een sessie. Niemand krijgt dat te zien.',
  ],
]

/** `/studio/menu`: a creator's form for the uses of her toys, their length and their players. */
export function MenuPage() {
  const { data: menu } = useQuery(menuQuery)
  return (
    <div data-lights="low" className="-mb-24 grow bg-paper pb-16 text-ink">
      <PageTitle>Mijn menu</PageTitle>
      <div className="measure grid max-w-3xl grid-cols-1 gap-8 py-8 md:py-12">
        <header className="grid justify-items-start gap-3">
          <BackLink to="/studio">Naar je studio</BackLink>
          <h1 className="display text-title">Mijn menu</h1>
          <p className="text-ink-soft">
            Jij bepaalt wat anderen met je toys doen. Een wijziging geldt meteen, ook in een sessie die loopt.
            Alleen wie mag komen, de pauze en een langere sessie gelden vanaf de volgende start.
          </p>
        </header>
        {menu && <MenuFields menu={menu} />}
        {menu && menu.favourites.length > 0 && <Favourites favourites={menu.favourites} />}
      </div>
      <StopAllBar isPlaying={false} isLive />
    </div>
  )
}

function useMenuForm(menu: OwnMenu) {
  const change = useChangeMenu()
  const form = useApiForm(
    () => Promise.resolve(MenuForm),
    valuesOf(menu),
    (draft, onError) => change.mutate(draft, { onError }),
  )
  return { ...form, isSaving: change.isPending }
}
type MenuFormState = ReturnType<typeof useMenuForm>

function MenuFields({ menu }: { menu: OwnMenu }) {
  const form = useMenuForm(menu)
  const { register, errors, submit, isSaving } = form
  return (
    <form noValidate method="post" className="grid gap-8" onSubmit={submit}>
      <fieldset className="grid gap-3">
        <legend className="eyebrow mb-3 text-ink-faint">Wie mag beginnen</legend>
        {audiences.map(([value, title, text]) => (
          <RadioCard key={value} value={value} title={title} {...register('audience')}>
            {text}
          </RadioCard>
        ))}
      </fieldset>
      <Limits form={form} />
      {/* Several boxes of one name are a list; a toy keeps its only function. */}
      {menu.toys.map(
        (toy, index) =>
          toy.functions.length > 1 && (
            <fieldset key={toy.toyId} className="grid gap-3">
              <legend className="eyebrow mb-3 text-ink-faint">Functies van {toy.name}</legend>
              {toy.functions.map(name => (
                <Checkbox key={name} value={name} {...register(`toys.${index}.allowed`)}>
                  {functionLabels[name]}
                </Checkbox>
              ))}
              <FieldError>{errors.toys?.[index]?.allowed?.message}</FieldError>
            </fieldset>
          ),
      )}
      <fieldset className="grid gap-4">
        <legend className="eyebrow mb-3 text-ink-faint">Patronen</legend>
        <Checkbox {...register('ownPatterns')}>Patronen die een speler zelf opneemt</Checkbox>
        <div lang="en" className="grid grid-cols-2 gap-3 capitalize sm:grid-cols-4">
          {patternNames.map(name => (
            <Checkbox key={name} value={name} {...register('patterns')}>
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Button type="submit" className="justify-self-start" busy={isSaving}>
        Opslaan
      </Button>
    </form>
  )
}

/** How long a session lasts, and how strong it begins. */
function Limits({ form: { register, errors, control } }: { form: MenuFormState }) {
  const hasWarmUp = useWatch({ control, name: 'hasWarmUp' })
  const field = (name: 'longestMinutes' | 'pauseMinutes' | 'warmUpFrom' | 'warmUpMinutes', label: string) => (
    <Field label={label} error={errors[name]?.message}>
      <Input inputMode="numeric" autoComplete="off" {...register(name)} />
    </Field>
  )
  return (
    <fieldset className="grid gap-5">
      <legend className="eyebrow mb-3 text-ink-faint">Hoe lang en hoe sterk</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        {field('longestMinutes', 'Langste sessie in minuten (leeg: geen grens)')}
        {field('pauseMinutes', 'Pauze na een sessie in minuten')}
      </div>
      <Checkbox {...register('hasWarmUp')}>Rustig beginnen: het maximum loopt langzaam op.</Checkbox>
      <div className={hasWarmUp ? 'grid gap-5 sm:grid-cols-2' : 'hidden'}>
        {field('warmUpFrom', 'Begin bij sterkte')}
        {field('warmUpMinutes', 'Tot je maximum in minuten')}
      </div>
    </fieldset>
  )
}

function Favourites({ favourites }: Pick<OwnMenu, 'favourites'>) {
  const unmark = useUnmarkFavourite()
  return (
    <section aria-labelledby="favourites" className="grid gap-3">
      <h2 id="favourites" className="eyebrow text-ink-faint">
        Mijn favorieten
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {favourites.map(({ userId, displayName }) => (
          <li key={userId} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0 font-medium break-words">{displayName}</span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${displayName} geen favoriet meer`}
              busy={unmark.isPending && unmark.variables.userId === userId}
              onClick={() => unmark.mutate({ userId })}
            >
              Verwijderen
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
