import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDate, plural } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { twoFactorQuery, useDisableTotp } from './hooks.ts'
import { NewRecoveryCodesDialog } from './NewRecoveryCodesDialog.tsx'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { TwoFactorSetupDialog } from './TwoFactorSetupDialog.tsx'

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
  const [isOpen, setIsOpen] = useState(false)
  const end = useDisableTotp()
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="quiet">Uitzetten</Button>
      </DialogTrigger>
      <DialogContent
        title="Tweestapsverificatie uitzetten"
        description="Daarna is je wachtwoord alleen weer genoeg om in te loggen. Je herstelcodes werken dan niet meer."
      >
        <ConfirmPasswordForm mutation={end} onDone={() => setIsOpen(false)} submitLabel="Uitzetten" danger />
      </DialogContent>
    </Dialog>
  )
}
