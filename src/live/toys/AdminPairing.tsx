import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { reasonOf } from '../../ui/call.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Notice } from '../../ui/parts/Notice.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { pairAsAdmin } from './contract.ts'
import { PairingCodeView, PairingDialog } from './PairingDialog.tsx'
import { ownProviderConnectionQuery } from './provider.hooks.ts'

/** Links an app to the admin's own account. */
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
      {reasonOf(error)}
    </Notice>
  )
}
