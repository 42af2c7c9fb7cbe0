import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { toast } from '../../ui/dialogs/toast.ts'
import { BuyMinutesDialog } from './BuyMinutesDialog.tsx'
import { minutePurchaseQuery } from './purchase.hooks.ts'
import { minutesReturnNews } from './return.rules.ts'

interface MinutesReturnProps {
  /** The page tells every outcome itself: only the packages are opened again. */
  isTold?: boolean
}

/** The payment in an address, to which the payment page leads back; null without one. */
function paymentIn(search: URLSearchParams): { outcome: string; purchaseId: string } | null {
  const [outcome, purchaseId] = [search.get('payment'), search.get('orderId')]
  return outcome && purchaseId ? { outcome, purchaseId } : null
}

/**
 * On a page to which payments for minutes lead back: says how it went, and offers the packages again when it was not paid. Of a purchase
 * that is not the visitor's, nothing is said.
 */
export function MinutesReturn({ isTold = false }: MinutesReturnProps) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const [isOpen, setOpen] = useState(false)
  const [arrived, setArrived] = useState(() => paymentIn(search))
  const { data: purchase } = useQuery({
    ...minutePurchaseQuery(arrived?.purchaseId ?? ''),
    enabled: arrived !== null,
  })
  useEffect(() => {
    // As in the banner: a visitor who pressed a link already is not called back.
    if (!search.has('payment') || isLeaving) return
    setArrived(paymentIn(search))
    if (!isTold) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [search, isTold, pathname, navigate, isLeaving])
  useEffect(() => {
    if (!arrived || !purchase) return
    setArrived(null)
    const told = minutesReturnNews(arrived.outcome, purchase)
    if (told === 'packages') setOpen(true)
    else if (told && !isTold) toast(told)
  }, [arrived, purchase, isTold])
  return (
    <BuyMinutesDialog
      open={isOpen}
      onOpenChange={setOpen}
      description="Je betaling is niet afgerond. Kies een pakket als je het opnieuw wilt proberen."
    />
  )
}
