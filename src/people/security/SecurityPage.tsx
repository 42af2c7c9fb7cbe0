import { type ReactNode, useId } from 'react'
import { useUser } from '../accounts/hooks.ts'
import { isTwoFactorRecommended, isTwoFactorSetupRequired } from '../accounts/login/twoFactor.rules.ts'
import { ChangePasswordForm } from '../accounts/passwords/ChangePasswordForm.tsx'
import { LoginSessionList } from '../accounts/login/LoginSessionList.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

/** `/security`: password, two-factor login, passkeys and sessions. */
export function SecurityPage() {
  const user = useUser()
  const shop = useShop()
  if (!user) return null
  return (
    <div className="measure grid gap-8 py-10 *:min-w-0 md:py-16">
      <PageTitle>Beveiliging</PageTitle>
      <header className="grid gap-3">
        <h1 className="display text-title">Beveiliging</h1>
        <p className="max-w-2xl text-lead text-ink-soft">
          Hoe je inlogt, en waar je nu ingelogd bent. Alleen jij ziet dit.
        </p>
      </header>
      {isTwoFactorRecommended(user) && (
        <Notice tone="info" title="Zet tweestapsverificatie aan">
          {isTwoFactorSetupRequired(user, shop)
            ? 'Voor een administrator is dat hier verplicht. Daarna kun je verder.'
            : 'Met jouw rol kun je veel. Met een tweede stap kom jij erin, en wie je wachtwoord raadt niet.'}
        </Notice>
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <Section title="Tweestapsverificatie">
          <TwoFactorSettings />
        </Section>
        <Section title="Passkeys">
          <PasskeyList />
        </Section>
        <Section title="Wachtwoord">
          <ChangePasswordForm email={user.email} />
        </Section>
        <Section title="Waar je ingelogd bent">
          <LoginSessionList />
        </Section>
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}
