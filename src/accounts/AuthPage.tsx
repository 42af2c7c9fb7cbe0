import { Navigate, useSearchParams } from 'react-router'
import { ownPath } from '../web/admission.ts'
import { useShop } from '../web/boot.ts'
import { Tab, TabList, TabPanel, Tabs } from '../web/ui/Tabs.tsx'
import { Title } from '../web/ui/Title.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { useUser } from './hooks.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

export function AuthPage() {
  const user = useUser()
  const { name } = useShop()
  const [search] = useSearchParams()
  if (user) return <Navigate to={ownPath(search.get('next'))} replace />
  return (
    <div className="measure grid grow items-center gap-12 py-10 md:py-16 lg:grid-cols-2 lg:gap-20">
      <Title>Inloggen</Title>
      <div className="max-lg:hidden">
        <p className="display text-hero">
          Welkom
          <br />
          bij {name}
        </p>
        <p className="mt-6 max-w-md text-lead text-ink-soft">
          Een besloten winkel voor volwassenen. Rustig kiezen, discreet bezorgd, en samen spelen wanneer je
          wilt.
        </p>
      </div>
      <div className="mx-auto w-full max-w-md">
        <h1 className="display mb-8 text-title">Je account</h1>
        <Tabs defaultValue="login">
          <TabList aria-label="Inloggen of registreren">
            <Tab value="login">Inloggen</Tab>
            <Tab value="register">Registreren</Tab>
          </TabList>
          <TabPanel value="login">
            <LoginForm />
            <DemoAccounts />
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  )
}
