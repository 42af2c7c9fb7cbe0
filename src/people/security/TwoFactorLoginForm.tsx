import { ArrowLeft, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CallError } from '../../ui/call/call.ts'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import { useTwoFactorLogin, usePasskeyAutofill, usePasskeyLogin, useCanUsePasskeys } from './hooks.ts'

interface SecondStepProps {
  /** Returns to the password, for another account or after the pending login has expired. */
  onBack: () => void
}

/** The second factor of a login. */
export function TwoFactorLoginForm({ onBack }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <>
      <h1 className="display text-title">Nog één stap</h1>
      <p className="mt-3 mb-8 text-ink-soft">
        {isRecovery
          ? 'Vul een van de herstelcodes in die je bewaard hebt. Elke code werkt één keer.'
          : 'Vul de code in die je authenticator-app nu laat zien.'}
      </p>
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} onBack={onBack} />
      <div className="mt-6 grid justify-items-center gap-4">
        <PasskeyButton className="w-full">Gebruik je passkey</PasskeyButton>
        <Button variant="link" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Gebruik je app' : 'Geen app bij de hand? Gebruik een herstelcode'}
        </Button>
        <Button variant="quiet" size="sm" onClick={onBack}>
          <ArrowLeft aria-hidden />
          Terug naar inloggen
        </Button>
      </div>
    </>
  )
}

function CodeForm({ isRecovery, onBack }: SecondStepProps & { isRecovery: boolean }) {
  const enter = useTwoFactorLogin()
  const { register, errors, setFocus, submit } = useApiForm(
    async () => (await import('./contract.ts')).loginWithTwoFactorCode.input,
    { code: '' },
    (input, onError, { resetField }) =>
      enter.mutate(input, {
        onError: error => {
          if (error instanceof CallError && error.code === 'LOGIN_EXPIRED') return onBack()
          resetField('code')
          onError(error)
        },
      }),
  )
  // The pressed button is gone; moving the focus makes screen readers announce the new step.
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
      <Field label={isRecovery ? 'Herstelcode' : 'Code van 6 cijfers'} error={errors.code?.message}>
        <CodeInput isRecovery={isRecovery} {...register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={enter.isPending}>
        Verder
      </Button>
    </form>
  )
}

function PasskeyButton({ className, children }: { className?: string; children: string }) {
  const signIn = usePasskeyLogin()
  if (!useCanUsePasskeys()) return null
  return (
    <Button
      variant="secondary"
      size="lg"
      className={className}
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      <KeyRound aria-hidden />
      {children}
    </Button>
  )
}

/** Signs in with a passkey; where the browser supports it, the e-mail field suggests passkeys too. */
export function PasskeyLoginButton() {
  usePasskeyAutofill()
  return <PasskeyButton>Inloggen met een passkey</PasskeyButton>
}
