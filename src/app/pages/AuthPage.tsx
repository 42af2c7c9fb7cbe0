import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { DemoAccounts } from '../../people/accounts/login/DemoAccounts.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { LoginForm } from '../../people/accounts/login/LoginForm.tsx'
import { RegisterForm } from '../../people/accounts/RegisterForm.tsx'
import { PasskeyLoginButton, TwoFactorLoginForm } from '../../people/security/TwoFactorLoginForm.tsx'
import { safeReturnPath } from '../../ui/page/pageAccess.ts'
import { useShop } from '../../ui/page/boot.ts'
import { hasBeenSignedOut } from '../../ui/visitor/lostSession.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/components/Tabs.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'

export function AuthPage() {
  const user = useUser()
  const { name } = useShop()
  const [search] = useSearchParams()
  const [owesSecondStep, setOwesSecondStep] = useState(false)
  if (user) return <Navigate to={safeReturnPath(search.get('next'))} replace />
  return (
    <div className="measure grid grow items-center gap-12 py-10 lg:grid-cols-2 lg:gap-20">
      <PageTitle>Inloggen</PageTitle>
      <meta name="description" content={`Log in bij ${name} of maak een account.`} />
      <Welcome />
      <div className="mx-auto w-full max-w-md">
        {owesSecondStep ? (
          <TwoFactorLoginForm onBack={() => setOwesSecondStep(false)} />
        ) : (
          <LoginAndRegister onSecondStep={() => setOwesSecondStep(true)} />
        )}
      </div>
    </div>
  )
}

function LoginAndRegister({ onSecondStep }: { onSecondStep: () => void }) {
  return (
    <>
      <h1 className="display mb-2 text-title">Je account</h1>
      <p className="mb-8 text-ink-soft">
        Je bestellingen, downloads en facturen bij elkaar, een verlanglijst, en minuten om live te spelen.
      </p>
      {hasBeenSignedOut() && (
        <Notice tone="info" title="Je was uitgelogd" className="mb-8">
          Log in om verder te gaan waar je was.
        </Notice>
      )}
      <Tabs defaultValue="login">
        <TabList aria-label="Inloggen of registreren">
          <Tab value="login">Inloggen</Tab>
          <Tab value="register">Registreren</Tab>
        </TabList>
        <TabPanel value="login">
          <LoginForm onTwoFactorRequired={onSecondStep}>
            <PasskeyLoginButton />
          </LoginForm>
          <DemoAccounts onSecondStep={onSecondStep} />
        </TabPanel>
        <TabPanel value="register">
          <RegisterForm />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** Next to the form where there is room: a picture with text about the shop. The picture is light in either theme. */
function Welcome() {
  const { name } = useShop()
  return (
    <div className="relative scheme-light max-lg:hidden">
      <ResponsiveImage
        src="/media/demo/hero-tall/800.webp"
        alt=""
        sizes="(min-width: 1024px) 560px, 1px"
        className="aspect-auto h-[min(44rem,calc(100dvh-11rem))] rounded-card"
      />
      <p className="display absolute top-10 left-10 text-title text-ink">
        Welkom
        <br />
        bij {name}
      </p>
    </div>
  )
}
