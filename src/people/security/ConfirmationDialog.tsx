import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { answerConfirmation } from '../../ui/visitor/confirmationPrompt.ts'
import { SECURITY_PATH } from '../../ui/page/pageAccess.ts'
import { useUser } from '../accounts/hooks.ts'
import { isTwoFactorRecommended } from '../accounts/login/twoFactor.rules.ts'
import { CodeInput } from './CodeInput.tsx'
import {
  useCanUsePasskeys,
  useConfirmWithCode,
  useConfirmWithPasskey,
  useConfirmWithPassword,
} from './hooks.ts'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'

type Way = 'PASSKEY' | 'CODE' | 'RECOVERY' | 'PASSWORD'

const otherWayLabels: Record<Way, string> = {
  PASSKEY: 'Gebruik je passkey',
  CODE: 'Gebruik een code uit je app',
  RECOVERY: 'Gebruik een herstelcode',
  PASSWORD: 'Gebruik je wachtwoord',
}

interface ConfirmationDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  methods: readonly string[]
}

/** Asks for the passkey, a code or the password before an action that can't be undone, or that moves money or rights. */
export function ConfirmationDialog({ open, onOpenChange, methods }: ConfirmationDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Bevestig dat jij het bent"
        description="Dan gaat het meteen verder, en vragen we het een kwartier niet meer."
      >
        <Ways methods={methods} />
      </DialogContent>
    </Dialog>
  )
}

/** One at a time, the strongest first. */
function Ways({ methods }: { methods: readonly string[] }) {
  const canUsePasskeys = useCanUsePasskeys()
  const ways: Way[] = [
    ...(methods.includes('PASSKEY') && canUsePasskeys ? (['PASSKEY'] as const) : []),
    ...(methods.includes('CODE') ? (['CODE', 'RECOVERY'] as const) : []),
    ...(methods.includes('PASSWORD') ? (['PASSWORD'] as const) : []),
  ]
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? ways[0]
  const content = useRef<HTMLDivElement>(null)
  // Not the button that closes the dialog, which is the first of it.
  useEffect(() => content.current?.querySelector<HTMLElement>('input, button')?.focus(), [way])
  return (
    <div ref={content} className="grid gap-5 *:min-w-0">
      {way === undefined ? (
        <p>
          Je passkeys werken niet op dit adres. Log in op het adres waar je ze gemaakt hebt, of vraag wie de
          winkel beheert om je tweede stap te wissen.
        </p>
      ) : (
        <WayForm key={way} way={way} />
      )}
      <div className="grid justify-items-center gap-3 empty:hidden">
        {ways
          .filter(other => other !== way)
          .map(other => (
            <Button key={other} variant="link" onClick={() => setChosen(other)}>
              {otherWayLabels[other]}
            </Button>
          ))}
      </div>
      {ways.length === 1 && way === 'PASSWORD' && <SecondStepAdvice />}
    </div>
  )
}

function WayForm({ way }: { way: Way }) {
  const withPassword = useConfirmWithPassword()
  if (way === 'PASSKEY') return <PasskeyForm />
  if (way !== 'PASSWORD') return <CodeForm isRecovery={way === 'RECOVERY'} />
  return (
    <ConfirmPasswordForm
      mutation={withPassword}
      onDone={() => answerConfirmation(true)}
      submitLabel="Bevestigen"
    />
  )
}

function PasskeyForm() {
  const confirm = useConfirmWithPasskey()
  return (
    <Button
      size="lg"
      busy={confirm.isPending}
      onClick={() => confirm.mutate(undefined, { onSuccess: () => answerConfirmation(true) })}
    >
      <KeyRound aria-hidden />
      Gebruik je passkey
    </Button>
  )
}

function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const confirm = useConfirmWithCode()
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).confirmWithCode.input,
    { code: '' },
    (input, onError, { resetField }) =>
      confirm.mutate(input, {
        onSuccess: () => answerConfirmation(true),
        onError: error => {
          resetField('code')
          onError(error)
        },
      }),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
      <Field
        label={isRecovery ? 'Herstelcode' : 'Code van 6 cijfers'}
        hint={isRecovery ? 'Elke herstelcode werkt één keer.' : 'Uit je authenticator-app.'}
        error={errors.code?.message}
      >
        <CodeInput isRecovery={isRecovery} {...register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={confirm.isPending}>
        Bevestigen
      </Button>
    </form>
  )
}

/** For an admin or creator whom a password alone lets through. */
function SecondStepAdvice() {
  const user = useUser()
  if (!user || !isTwoFactorRecommended(user)) return null
  return (
    <Notice tone="info" title="Zet een tweede stap aan">
      <p>Wie je wachtwoord raadt, kan dan nog niet bij geld en rechten.</p>
      {/* In a new tab, so that the input on this page is kept. */}
      <Link to={SECURITY_PATH} target="_blank" className="underline underline-offset-4">
        Instellen
      </Link>
    </Notice>
  )
}
