import { useQuery } from '@tanstack/react-query'
import { userMessageOf } from '../../ui/call/call.ts'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { DeliveredLines } from './DeliveredLines.tsx'
import { deliveredLinesQuery } from './hooks.ts'

/** The lines that were delivered digitally with an order, on its page; nothing when nothing was. */
export function OrderDownloads({ orderId }: { orderId: string }) {
  const access = { orderId }
  const { data, error } = useQuery(deliveredLinesQuery(access))
  // Gift cards have a card of their own on the page.
  const lines = data?.filter(({ kind }) => kind !== 'GIFT_CARD')
  if (lines?.length === 0) return null
  return (
    <Card className="grid gap-5 print:hidden">
      <h2 className="display text-heading">Digitaal geleverd</h2>
      {error && <Notice tone="error" title={userMessageOf(error)} />}
      {lines ? <DeliveredLines lines={lines} access={access} /> : !error && <Skeleton className="h-24" />}
    </Card>
  )
}
