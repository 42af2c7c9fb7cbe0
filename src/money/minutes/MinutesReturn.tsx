import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { toast } from '../../ui/components/toast.ts'
import { BuyMinutesDialog } from './BuyMinutesDialog.tsx'

/** What a returning buyer is told, by the outcome in the address; a failed payment is told by the packages. */
const news: Partial<Record<string, { title: string; description: string }>> = {
  success: { title: 'Je minuten staan klaar', description: 'Je betaling is gelukt.' },
  pending: {
    title: 'Je betaling is onderweg',
    description: 'Je minuten komen erbij zodra je bank haar meldt.',
  },
  return: {
    title: 'Je bent terug van de betaalpagina',
    description: 'We weten nog niet of je betaling gelukt is.',
  },
}

interface MinutesReturnProps {
  /** The page tells every outcome itself: only the packages are opened again. */
  isTold?: boolean
}

/** On a page to which payments for minutes lead back: says how it went, and offers the packages again when it was not paid. */
export function MinutesReturn({ isTold = false }: MinutesReturnProps) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const outcome = search.get('payment')
  useEffect(() => {
    if (outcome === null) return
    if (outcome === 'failed') setOpen(true)
    if (isTold) return
    const told = news[outcome]
    if (told) toast(told)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [outcome, isTold, pathname, navigate])
  return (
    <BuyMinutesDialog
      open={isOpen}
      onOpenChange={setOpen}
      description="Je betaling is niet afgerond. Kies een pakket als je het opnieuw wilt proberen."
    />
  )
}
