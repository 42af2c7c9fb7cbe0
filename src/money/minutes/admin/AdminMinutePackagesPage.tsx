import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, FieldError, Input } from '../../../ui/forms/Field.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { formatMinutes } from '../../../ui/format.ts'
import { useCheckedSubmit } from '../../../ui/call/formErrors.ts'
import { formatCents, formatEuroInput, parseEuroInput } from '../../../wire/money.ts'
import type { AdminMinutePackage } from '../contract.ts'
import { pricePerMinute } from '../rules.ts'
import { useSaveMinutePackages, adminMinutePackagesQuery } from './hooks.ts'

/** A package as it is typed. */
interface PackageDraft extends Pick<AdminMinutePackage, 'id' | 'name' | 'popular' | 'active'> {
  minutes: string
  /** In euros. */
  normalPrice: string
  sessionPrice: string
}

const toDraft = ({ minutes, normalPrice, sessionPrice, ...rest }: AdminMinutePackage): PackageDraft => ({
  ...rest,
  minutes: String(minutes),
  normalPrice: formatEuroInput(normalPrice),
  sessionPrice: formatEuroInput(sessionPrice),
})

const toPackage = ({ minutes, normalPrice, sessionPrice, ...rest }: PackageDraft): AdminMinutePackage => ({
  ...rest,
  minutes: /^\d+$/.test(minutes.trim()) ? Number(minutes) : Number.NaN,
  normalPrice: parseEuroInput(normalPrice) ?? Number.NaN,
  sessionPrice: parseEuroInput(sessionPrice) ?? Number.NaN,
})

/** `/admin/minute-packages`: the names, minutes and prices of the packages. */
export function AdminMinutePackagesPage() {
  const { data: stored } = useSuspenseQuery(adminMinutePackagesQuery)
  return (
    <div className="max-w-3xl">
      <AdminPageHeader title="Minuten">
        Wat hier staat geldt voor de volgende aankoop. Wat al gekocht is, houdt zijn minuten en zijn prijs.
        Wie net een andere prijs zag, krijgt eerst de nieuwe te zien.
      </AdminPageHeader>
      {/* Begins again with the saved packages, also by another admin. */}
      <PackagesForm key={stored.version} version={stored.version} initial={stored.packages.map(toDraft)} />
    </div>
  )
}

function PackagesForm({ version, initial }: { version: number; initial: PackageDraft[] }) {
  const [drafts, setDrafts] = useState(initial)
  const save = useSaveMinutePackages()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).changeMinutePackages.input,
    save,
  )
  const change = (index: number, changes: Partial<PackageDraft>) =>
    setDrafts(
      drafts.map((draft, at) => {
        if (at === index) return { ...draft, ...changes }
        return changes.popular ? { ...draft, popular: false } : draft
      }),
    )
  const move = (from: number, to: number) => {
    const moved = drafts[from]
    if (moved) setDrafts(drafts.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      onSubmit={event => submit(event, { version, packages: drafts.map(toPackage) })}
    >
      {drafts.map((draft, index) => (
        <PackageFields
          key={draft.id}
          draft={draft}
          place={{ index, count: drafts.length }}
          errorOf={name => errors[`packages.${index}.${name}`]}
          onChange={changes => change(index, changes)}
          onMove={to => move(index, to)}
        />
      ))}
      <FieldError>{errors['packages']}</FieldError>
      <div className="sticky bottom-0 -mx-2 border-t border-line bg-paper px-2 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button type="submit" busy={save.isPending} className="max-sm:w-full">
          Pakketten bewaren
        </Button>
      </div>
    </form>
  )
}

interface PackageFieldsProps {
  draft: PackageDraft
  place: { index: number; count: number }
  errorOf: (name: keyof AdminMinutePackage) => string | undefined
  onChange: (changes: Partial<PackageDraft>) => void
  onMove: (to: number) => void
}

function PackageFields({ draft, place: { index, count }, errorOf, onChange, onMove }: PackageFieldsProps) {
  const { name, active } = draft
  const text = (field: 'name' | 'minutes' | 'normalPrice' | 'sessionPrice', label: string) => (
    <Field label={label} error={errorOf(field)}>
      <Input
        value={draft[field]}
        autoComplete="off"
        inputMode={field === 'name' ? 'text' : field === 'minutes' ? 'numeric' : 'decimal'}
        onChange={event => onChange({ [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <section aria-label={name} className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-center gap-2">
        <h2 className="display grow text-subheading wrap-anywhere">
          {name} {!active && <Badge className="align-middle">Niet te koop</Badge>}
        </h2>
        <IconButton
          icon={ArrowUp}
          label={`Zet ${name} hoger`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Zet ${name} lager`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        {text('name', 'Naam')}
        {text('minutes', 'Minuten')}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('normalPrice', 'Prijs in euro')}
        {text('sessionPrice', 'Prijs tijdens een sessie')}
      </div>
      <PerMinute draft={draft} />
      <PackageSwitches {...{ draft, errorOf, onChange }} />
    </section>
  )
}

const PackageSwitches = ({
  draft: { popular, active },
  errorOf,
  onChange,
}: Pick<PackageFieldsProps, 'draft' | 'errorOf' | 'onChange'>) => (
  <div className="flex flex-wrap gap-x-8 gap-y-3">
    <Checkbox
      checked={active}
      onChange={({ target: { checked } }) =>
        onChange(checked ? { active: true } : { active: false, popular: false })
      }
    >
      Te koop
    </Checkbox>
    <Checkbox
      checked={popular}
      disabled={!active}
      error={errorOf('popular')}
      onChange={event => onChange({ popular: event.target.checked })}
    >
      Populair
    </Checkbox>
  </div>
)

/** The price of a minute, as customers see it. */
function PerMinute({ draft }: { draft: PackageDraft }) {
  const { minutes, normalPrice, sessionPrice } = toPackage(draft)
  if (!(minutes > 0) || Number.isNaN(normalPrice) || Number.isNaN(sessionPrice)) return null
  const perMinute = (price: number) => formatCents(pricePerMinute({ price, minutes }))
  return (
    <p className="figures text-small text-ink-soft">
      {formatMinutes(minutes)}, {perMinute(normalPrice)} per minuut, in een sessie {perMinute(sessionPrice)}.
    </p>
  )
}
