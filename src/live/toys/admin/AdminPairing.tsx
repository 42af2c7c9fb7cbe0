import { Button } from '../../../ui/components/Button.tsx'
import { QrCode } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { ownProviderConnectionQuery } from '../pairing.hooks.ts'
import { pairAsAdmin } from './contract.ts'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { userMessageOf } from '../../../ui/call/call.ts'
import { PairingDialog, PairingCodeView } from '../PairingDialog.tsx'

/** Pairs an app with the admin's own account. */
export const AdminPairing = () => (
  <PairingDialog code={<Code />}>
    <Button variant="secondary" size="sm">
      <QrCode aria-hidden />
      QR-code maken
    </Button>
  </PairingDialog>
)

const FAILURE = 'Fout bij genereren QR code'

function Code() {
  const { data: connection, error } = useQuery(ownProviderConnectionQuery)
  if (connection) return <PairingCodeView pair={pairAsAdmin} connection={connection} failure={FAILURE} />
  if (!error) return <Skeleton className="mx-auto size-56 rounded-card" />
  return (
    <Notice tone="error" title={FAILURE}>
      {userMessageOf(error)}
    </Notice>
  )
}
