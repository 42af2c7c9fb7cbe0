import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { usePasskeyAutofill, usePasskeyLogin, useCanUsePasskeys } from './passkey.hooks.ts'

/** Signs in with a passkey; where the browser supports it, the e-mail field suggests passkeys too. */
export function PasskeyLoginButton() {
  const signIn = usePasskeyLogin()
  usePasskeyAutofill()
  if (!useCanUsePasskeys()) return null
  return (
    <Button variant="secondary" size="lg" busy={signIn.isPending} onClick={() => signIn.mutate()}>
      <KeyRound aria-hidden />
      Inloggen met een passkey
    </Button>
  )
}
