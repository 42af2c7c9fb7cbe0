import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../../ui/call.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field } from '../../ui/components/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import { loginWithTwoFactorCode } from './contract.ts'
import { useTwoFactorLogin } from './hooks.ts'
import { usePasskeyLogin, useCanUsePasskeys } from './passkey.hooks.ts'

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
        <UsePasskeyInstead />
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
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    resolver: zodResolver(loginWithTwoFactorCode.input),
    defaultValues: { code: '' },
  })
  // The pressed button is gone; moving the focus makes screen readers announce the new step.
  useEffect(() => setFocus('code'), [setFocus])
  const submit = handleSubmit(({ code }) =>
    enter.mutate(
      { code },
      {
        onError: error => {
          if (error instanceof CallError && error.code === 'LOGIN_EXPIRED') return onBack()
          resetField('code')
          showFieldErrors(error, ['code'], setError)
        },
      },
    ),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      <Field label={isRecovery ? 'Herstelcode' : 'Code van 6 cijfers'} error={formState.errors.code?.message}>
        <CodeInput isRecovery={isRecovery} {...register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={enter.isPending}>
        Verder
      </Button>
    </form>
  )
}

function UsePasskeyInstead() {
  const signIn = usePasskeyLogin()
  if (!useCanUsePasskeys()) return null
  return (
    <Button
      variant="secondary"
      size="lg"
      className="w-full"
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      <KeyRound aria-hidden />
      Gebruik je passkey
    </Button>
  )
}
