import { type ReactNode, useEffect, useState } from 'react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { ProviderConnection } from './contract.ts'
import { type PairingEndpoint, usePairingCode } from './pairing.hooks.ts'

interface PairingDialogProps {
  /** A `PairingCodeView`, mounted while the dialog is open. */
  code: ReactNode
  /** The button that opens it. */
  children: ReactNode
}

/** A code to scan with the provider's app. */
export const PairingDialog = ({ code, children }: PairingDialogProps) => (
  <Dialog>
    <DialogTrigger asChild>{children}</DialogTrigger>
    <DialogContent title="Toy verbinden" description="Met de app van Lovense op je telefoon.">
      {code}
    </DialogContent>
  </Dialog>
)

interface PairingCodeViewProps {
  /** Creates a pairing code. */
  pair: PairingEndpoint
  /** The current connection: with an app that is linked already, the dialog waits for the next one. */
  connection: ProviderConnection
  /** The text when there is no code. */
  failure?: string
}

/** The code, replaced when it expires, and whether the app has answered. */
export function PairingCodeView({ pair, connection, failure = 'Er kwam geen code' }: PairingCodeViewProps) {
  const { code, error, renew } = usePairingCode(pair)
  const connectedAt = connection.connectionInfo?.connectedAt ?? null
  const [connectedBefore] = useState(connectedAt)
  useEffect(() => renew(), [renew])
  if (error) {
    return (
      <Notice tone="error" title={failure}>
        {userMessageOf(error)}{' '}
        <Button variant="link" onClick={renew}>
          Opnieuw proberen
        </Button>
      </Notice>
    )
  }
  return (
    <div className="grid justify-items-center gap-5">
      {code ? (
        <img
          src={code.qrCode}
          alt="QR-code om te scannen met de app"
          className="size-56 rounded-card bg-white p-3"
        />
      ) : (
        <Skeleton className="size-56 rounded-card" />
      )}
      <p className="max-w-sm text-center text-ink-soft">{code?.instructions ?? 'De code wordt gemaakt.'}</p>
      <p role="status" className="text-small font-medium">
        {connectedAt !== null && connectedAt !== connectedBefore
          ? 'Je app is verbonden.'
          : 'Wacht op je app.'}
      </p>
    </div>
  )
}
