import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/components/Card.tsx'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import type { Profile } from './contract.ts'
import { useProfileSettings } from './hooks.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

interface PrivacyTabProps {
  profile: Profile
  orders: number
  favourites: number
  /** The other pages about the user's data. */
  children?: ReactNode
}

const choices = [
  {
    value: 'PRIVATE',
    title: 'Privé',
    meaning: 'Alleen administrators zien je profiel, en creators met wie je een sessie hebt of had.',
  },
  {
    value: 'PUBLIC',
    title: 'Openbaar',
    meaning: 'Andere leden zien je weergavenaam, foto en bio, en sinds wanneer je lid bent.',
  },
] as const

/** The settings of the data that others see. */
export function PrivacyTab({ profile: kept, orders, favourites, children }: PrivacyTabProps) {
  const [profile, change] = useProfileSettings(kept)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <fieldset className="grid gap-3">
          <legend className="display mb-4 text-heading">Zichtbaarheid van je profiel</legend>
          {choices.map(({ value, title, meaning }) => (
            <RadioCard
              key={value}
              name="profileVisibility"
              value={value}
              checked={profile.profileVisibility === value}
              onChange={() => change({ profileVisibility: value })}
              title={title}
            >
              {meaning}
            </RadioCard>
          ))}
        </fieldset>
        <ButtonLink to={`/users/${profile.id}`} variant="link" className="mt-5">
          <Eye aria-hidden />
          Bekijk wat anderen zien
        </ButtonLink>
      </Card>
      <Card>
        <h2 className="display text-heading">Statistieken</h2>
        <dl className="mt-4 grid grid-cols-2 gap-3">
          <Count name="Bestellingen" count={orders} />
          <Count name="Favorieten" count={favourites} />
        </dl>
        <div className="-mb-4">
          <SettingRow
            name="Toon mijn statistieken"
            checked={profile.showStatistics}
            onChange={showStatistics => change({ showStatistics })}
          >
            Wie je profiel ziet, ziet dan ook deze aantallen, en dat van je live sessies.
          </SettingRow>
        </div>
      </Card>
      {children}
    </div>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <div className="grid gap-1 rounded-inner bg-sunken px-4 py-3">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="display figures text-heading">{count}</dd>
  </div>
)
