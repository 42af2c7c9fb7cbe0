import { useState } from 'react'
import { LoginForm } from '../../people/accounts/LoginForm.tsx'
import { PasskeyLoginButton, TwoFactorLoginForm } from '../../people/security/TwoFactorLoginForm.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { setSessionLost } from '../../ui/lostSession.ts'

/** The ways to sign in, without those of a first visit. */
export function SignInAgain() {
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
