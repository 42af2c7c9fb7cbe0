import { useSuspenseQuery } from '@tanstack/react-query'
import { Bell, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackInStockCard } from '../../shop/backInStock/BackInStockCard.tsx'
import type { Category } from '../../shop/products/catalog/contract.ts'
import { channelsQuery } from '../../people/notifications/push.hooks.ts'
import { PushToggle } from '../../people/notifications/PushToggle.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { SettingRow } from '../../ui/forms/SettingRow.tsx'
import { DiscretionSettings } from '../../ui/shell/DiscretionSettings.tsx'
import type { Profile } from './contract.ts'
import { useProfileSettings } from './hooks.ts'
import { withItemToggled } from './rules.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

interface SettingsTabProps {
  profile: Profile
  categories: Category[]
  /** The card that closes the account: the terms name this tab. */
  children: ReactNode
}

/** The settings for notifications and favourite categories. */
export function SettingsTab({ profile: kept, categories, children }: SettingsTabProps) {
  const [profile, change] = useProfileSettings(kept)
  const { sms } = useSuspenseQuery(channelsQuery).data
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="display text-heading">Meldingen</h2>
        <div className="mt-2 -mb-4 divide-y divide-line">
          <SettingRow
            name="E-mail"
            checked={profile.emailNotifications}
            onChange={emailNotifications => change({ emailNotifications })}
          >
            Een mail als er een bericht wacht dat je nog niet las. Wat bij een bestelling hoort, mailen we
            altijd.
          </SettingRow>
          <SettingRow
            name="Vergeten winkelwagen"
            checked={profile.cartReminders}
            onChange={cartReminders => change({ cartReminders })}
          >
            Eén mail als je een dag niets deed met wat erin ligt. Er staat niet in wat het is.
          </SettingRow>
          {sms && (
            <SettingRow
              name="Sms"
              checked={profile.smsNotifications}
              onChange={smsNotifications => change({ smsNotifications })}
            >
              Alleen wat haast heeft, op je telefoonnummer.
            </SettingRow>
          )}
          <PushToggle
            checked={profile.pushNotifications}
            onChange={pushNotifications => change({ pushNotifications })}
          />
        </div>
        {profile.role === 'ADMIN' && (
          <ButtonLink to="/admin/notifications" variant="secondary" size="sm" className="mt-6">
            <Bell aria-hidden />
            Wat je als administrator hoort
          </ButtonLink>
        )}
      </Card>
      <FavouriteCategoriesCard
        categories={categories}
        preferred={profile.preferredCategories}
        onChange={preferredCategories => change({ preferredCategories })}
      />
      <DiscretionCard />
      <BackInStockCard />
      <SecurityCard />
      <div className="lg:col-span-2">{children}</div>
    </div>
  )
}

interface FavouriteCategoriesCardProps {
  categories: Category[]
  preferred: string[]
  onChange: (preferred: string[]) => void
}

function FavouriteCategoriesCard({ categories, preferred, onChange }: FavouriteCategoriesCardProps) {
  const known = preferred.filter(one => categories.some(({ id }) => id === one))
  return (
    <Card>
      <fieldset className="min-w-0">
        <legend className="display text-heading">Favoriete categorieën</legend>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={preferred.includes(id)}
              onChange={({ target }) => onChange(withItemToggled(known, id, target.checked))}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}

const DiscretionCard = () => (
  <Card className="lg:col-span-2">
    <h2 className="display text-heading">Discretie</h2>
    <div className="mt-2">
      <DiscretionSettings />
    </div>
  </Card>
)

const SecurityCard = () => (
  <Card className="flex flex-wrap items-center justify-between gap-4 lg:col-span-2">
    <div className="grid gap-2">
      <h2 className="display text-heading">Beveiliging</h2>
      <p className="text-small text-ink-soft">
        Je wachtwoord, inloggen in twee stappen, en de apparaten waarop je bent ingelogd.
      </p>
    </div>
    <ButtonLink to="/security" variant="secondary">
      <ShieldCheck aria-hidden />
      Naar beveiliging
    </ButtonLink>
  </Card>
)
