import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { formatDate, plural } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { TriggerDialog } from '../../ui/dialogs/TriggerDialog.tsx'
import { twoFactorQuery, useDisableTotp, useRenewRecoveryCodes } from './hooks.ts'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { TwoFactorSetupDialog } from './TwoFactorSetupDialog.tsx'
import { useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** A warning is shown below this many unused recovery codes. */
const FEW_CODES_LEFT = 4

export function TwoFactorSettings() {
  const { data: state } = useSuspenseQuery(twoFactorQuery)
  const { confirmedAt, recoveryCodesLeft } = state
  return (
    <>
      <p className="text-ink-soft">
        Bij het inloggen vragen we naast je wachtwoord een code uit een app op je telefoon, zoals Aegis, 2FAS
        of Google Authenticator.
      </p>
      {confirmedAt ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="green">
              <ShieldCheck aria-hidden />
              Staat aan
            </Badge>
            <span className="text-small text-ink-soft">sinds {formatDate(confirmedAt)}</span>
          </p>
          <p
            className={
              recoveryCodesLeft < FEW_CODES_LEFT ? 'font-medium text-live-text' : 'text-small text-ink-soft'
            }
          >
            Je hebt nog {plural(recoveryCodesLeft, 'herstelcode', 'herstelcodes')}.
          </p>
        </>
      ) : (
        <p>
          <Badge>Staat uit</Badge>
        </p>
      )}
      {/* One dialog for both states, so that it stays open when TOTP is turned on. */}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <TwoFactorSetupDialog isOn={confirmedAt !== null} />
        {confirmedAt && (
          <>
            <NewRecoveryCodesDialog />
            <DisableTwoFactorDialog />
          </>
        )}
      </div>
    </>
  )
}

function DisableTwoFactorDialog() {
  const end = useDisableTotp()
  return (
    <TriggerDialog
      trigger={<Button variant="quiet">Uitzetten</Button>}
      title="Tweestapsverificatie uitzetten"
      description="Daarna is je wachtwoord alleen weer genoeg om in te loggen. Je herstelcodes werken dan niet meer."
    >
      {close => <ConfirmPasswordForm mutation={end} onDone={close} submitLabel="Uitzetten" danger />}
    </TriggerDialog>
  )
}

/** Replaces the recovery codes, when most are used or they are lost. */
function NewRecoveryCodesDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const renew = useRenewRecoveryCodes()
  const codes = renew.data?.recoveryCodes
  const turn = (open: boolean) => {
    setIsOpen(open)
    renew.reset()
  }
  return (
    <Dialog open={isOpen} onOpenChange={turn}>
      <DialogTrigger asChild>
        <Button variant="secondary">Nieuwe herstelcodes</Button>
      </DialogTrigger>
      <DialogContent
        title="Nieuwe herstelcodes"
        description={
          codes
            ? 'Alleen deze werken nog. Je ziet ze maar één keer.'
            : 'Je oude herstelcodes werken daarna niet meer.'
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => turn(false)} />
        ) : (
          <ConfirmPasswordForm mutation={renew} submitLabel="Maak nieuwe codes" />
        )}
      </DialogContent>
    </Dialog>
  )
}
