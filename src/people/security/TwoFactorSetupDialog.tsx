import { zodResolver } from '@hookform/resolvers/zod'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Field } from '../../ui/components/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import { confirmTotp } from './contract.ts'
import { useBeginTotpSetup, useConfirmTotp } from './hooks.ts'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const stepTitles = {
  password: 'Tweestapsverificatie instellen',
  scan: 'Koppel je app',
  codes: 'Bewaar je herstelcodes',
}

/** Password, authenticator app, recovery codes: three steps in one dialog, which stays open after TOTP is turned on. */
export function TwoFactorSetupDialog({ isOn }: { isOn: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const begin = useBeginTotpSetup()
  const confirm = useConfirmTotp()
  const codes = confirm.data?.recoveryCodes
  const step = codes ? 'codes' : begin.data ? 'scan' : 'password'
  const turn = (open: boolean) => {
    setIsOpen(open)
    begin.reset()
    confirm.reset()
  }
  return (
    <>
      {!isOn && <Button onClick={() => turn(true)}>Instellen</Button>}
      <Dialog open={isOpen} onOpenChange={turn}>
        <DialogContent
          title={stepTitles[step]}
          description={`Stap ${Object.keys(stepTitles).indexOf(step) + 1} van 3`}
        >
          {codes ? (
            <RecoveryCodes codes={codes} onDone={() => turn(false)} />
          ) : begin.data ? (
            <ScanQrCodeForm {...begin.data} confirm={confirm} />
          ) : (
            <ConfirmPasswordForm mutation={begin} onDone={() => undefined} submitLabel="Verder" />
          )}
        </DialogContent>
      </Dialog>
    </>
  )
}

interface ScanProps {
  secret: string
  otpauthUrl: string
  qrCode: string
  confirm: ReturnType<typeof useConfirmTotp>
}

function ScanQrCodeForm({ secret, otpauthUrl, qrCode, confirm }: ScanProps) {
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: zodResolver(confirmTotp.input),
    defaultValues: { code: '' },
  })
  const submit = handleSubmit(({ code }) =>
    confirm.mutate(
      { code },
      {
        onError: error => {
          resetField('code')
          showFieldErrors(error, ['code'], setError)
        },
      },
    ),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      <p className="text-ink-soft">
        Scan deze code met je app.{' '}
        <a href={otpauthUrl} className="text-accent-text underline underline-offset-4">
          Zit de app op dit toestel?
        </a>
      </p>
      {/* Cameras need a dark code on a light background, in any theme. */}
      <img src={qrCode} alt="QR-code voor je app" className="mx-auto size-48 rounded-card bg-white p-2" />
      <div className="grid gap-1.5">
        <p className="text-small text-ink-soft">Of typ deze sleutel over:</p>
        <div className="flex items-center gap-3 rounded-card bg-sunken py-2 pr-2 pl-4">
          <code className="figures grow text-small [overflow-wrap:anywhere] select-all">
            {formatSecret(secret)}
          </code>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Sleutel kopiëren"
            onClick={() => void copyToClipboard(secret, 'Sleutel gekopieerd', 'Typ de sleutel over.')}
          >
            <Copy aria-hidden />
          </Button>
        </div>
      </div>
      <Field label="Code van 6 cijfers" error={formState.errors.code?.message}>
        <CodeInput {...register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={confirm.isPending}>
        Aanzetten
      </Button>
    </form>
  )
}

/** Groups of four characters, easy to type over. */
const formatSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
