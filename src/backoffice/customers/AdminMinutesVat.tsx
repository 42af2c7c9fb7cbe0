import { useSuspenseQuery } from '@tanstack/react-query'
import { plural } from '../../ui/format.ts'
import { AdminVatNotice } from '../vat/AdminVatNotice.tsx'
import { minutesVatQuery, useCorrectVatOfMinutes } from '../vat/hooks.ts'

/** The VAT of minutes that a business bought while VIES was away; nothing where it never was. */
export function AdminMinutesVat({ userId }: { userId: string }) {
  const { data: corrections } = useSuspenseQuery(minutesVatQuery(userId))
  const correct = useCorrectVatOfMinutes(userId)
  return corrections.map(({ purchaseId, minutes, ...correction }) => (
    <AdminVatNotice
      key={purchaseId}
      correction={correction}
      of={plural(minutes, 'minuut', 'minuten')}
      isBusy={correct.isPending}
      correct={onSettled => correct.mutate({ purchaseId, vatCents: correction.vatCents }, { onSettled })}
    />
  ))
}
