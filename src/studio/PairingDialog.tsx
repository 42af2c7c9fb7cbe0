import { type ReactNode, useEffect, useState } from 'react'
import type { Connection } from '../toys/contract.ts'
import { reasonOf } from '../web/call.ts'
import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../web/ui/Dialog.tsx'
import { Notice } from '../web/ui/Notice.tsx'
import { Skeleton } from '../web/ui/Skeleton.tsx'
import { usePairing } from './hooks.ts'

interface PairingDialogProps {
  provider: Connection
  /** The button that opens it. */
  children: ReactNode
}

/** A code to scan with the provider's app; it says so when the app has answered. */
export const PairingDialog = ({ provider, children }: PairingDialogProps) => (
  <Dialog>
    <DialogTrigger asChild>{children}</DialogTrigger>
    <DialogContent title="Toy verbinden" description="Met de app van Lovense op je telefoon.">
      <Code provider={provider} />
    </DialogContent>
  </Dialog>
)

function Code({ provider }: { provider: Connection }) {
  const pairing = usePairing()
  const { mutate } = pairing
  const connectedAt = provider.connectionInfo?.connectedAt ?? null
  const [connectedBefore] = useState(connectedAt)
  useEffect(() => mutate(), [mutate])
  if (pairing.isError) {
    return (
      <Notice tone="error" title="Er kwam geen code">
        {reasonOf(pairing.error)}{' '}
        <Button variant="link" onClick={() => mutate()}>
          Opnieuw proberen
        </Button>
      </Notice>
    )
  }
  return (
    <div className="grid justify-items-center gap-5">
      {pairing.data ? (
        <img
          src={pairing.data.qrCode}
          alt="QR-code om te scannen met de app"
          className="size-56 rounded-card bg-white p-3"
        />
      ) : (
        <Skeleton className="size-56 rounded-card" />
      )}
      <p className="max-w-sm text-center text-ink-soft">
        {pairing.data?.instructions ?? 'De code wordt gemaakt.'}
      </p>
      <p role="status" className="text-small font-medium">
        {connectedAt !== null && connectedAt !== connectedBefore
          ? 'Je app is verbonden.'
          : 'Wacht op je app.'}
      </p>
    </div>
  )
}
