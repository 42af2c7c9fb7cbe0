import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { LoginForm } from '../../people/accounts/login/LoginForm.tsx'
import { PasskeyLoginButton, TwoFactorLoginForm } from '../../people/security/TwoFactorLoginForm.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { setSessionLost } from '../../ui/visitor/lostSession.ts'

/** Fills the screen and keeps the focus until somebody has signed in. */
export const SignInAgainDialog = () => (
  <Radix.Root open>
    <Radix.Portal>
      <Radix.Content
        onEscapeKeyDown={event => event.preventDefault()}
        onInteractOutside={event => event.preventDefault()}
        className="fixed inset-0 z-55 overflow-y-auto bg-paper text-ink focus:outline-none"
      >
        <div className="mx-auto grid min-h-full max-w-md content-center gap-8 px-4 py-10">
          <header className="grid gap-3">
            <Radix.Title className="display text-title">Je was uitgelogd</Radix.Title>
            <Radix.Description className="text-lead text-ink-soft">
              Log in om verder te gaan; wat je typte staat er nog.
            </Radix.Description>
          </header>
          <WaysToSignIn />
        </div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

/** Without those of a first visit. */
function WaysToSignIn() {
  const [owesSecondStep, setOwesSecondStep] = useState(false)
  if (owesSecondStep) return <TwoFactorLoginForm onBack={() => setOwesSecondStep(false)} />
  return (
    <div className="grid gap-6">
      <LoginForm onTwoFactorRequired={() => setOwesSecondStep(true)}>
        <PasskeyLoginButton />
      </LoginForm>
      <Button variant="quiet" size="sm" className="justify-self-center" onClick={leave}>
        Niet inloggen en alles wissen
      </Button>
    </div>
  )
}

/** Loads the start page afresh, so that nothing of this user stays in memory. */
function leave(): void {
  setSessionLost(false)
  sessionStorage.clear()
  window.location.assign('/')
}
