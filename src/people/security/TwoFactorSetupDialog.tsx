import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { CodeInput } from './CodeInput.tsx'
import type { beginTotpSetup } from './contract.ts'
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
            <ScanQrCodeForm setup={begin.data} confirm={confirm} />
          ) : (
            <ConfirmPasswordForm mutation={begin} submitLabel="Verder" />
          )}
        </DialogContent>
      </Dialog>
    </>
  )
}

interface ScanProps {
  setup: z.output<typeof beginTotpSetup.output>
  confirm: ReturnType<typeof useConfirmTotp>
}

function ScanQrCodeForm({ setup: { secret, otpauthUrl, qrCode }, confirm }: ScanProps) {
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).confirmTotp.input,
    { code: '' },
    (input, onError, { resetField }) =>
      confirm.mutate(input, {
        onError: error => {
          resetField('code')
          onError(error)
        },
      }),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
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
          <IconButton
            icon={Copy}
            label="Sleutel kopiëren"
            onClick={() => void copyToClipboard(secret, 'Sleutel gekopieerd', 'Typ de sleutel over.')}
          />
        </div>
      </div>
      <Field label="Code van 6 cijfers" error={errors.code?.message}>
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
