import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressesQuery } from '../../people/addresses/hooks.ts'
import { useShop } from '../../ui/page/boot.ts'

const STORAGE_KEY = 'gloed:country'

function readCountry(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    return ''
  }
}

/**
 * Where a customer of something digital says to live, as ISO 3166-1: asked while the VAT is that of the customer's country, of a customer
 * without an address. Remembered by this browser tab.
 */
export function useStatedCountry({ isDigital, hasAccount }: { isDigital: boolean; hasAccount: boolean }) {
  const { asksCountry } = useShop()
  const mayAsk = asksCountry && isDigital
  const { data: known } = useQuery({ ...addressesQuery, enabled: mayAsk && hasAccount })
  const [country, setCountry] = useState(readCountry)
  const isAsked = mayAsk && (!hasAccount || known?.length === 0)
  return {
    isAsked,
    country,
    choose: (code: string) => {
      setCountry(code)
      try {
        sessionStorage.setItem(STORAGE_KEY, code)
      } catch {
        // Without storage it lasts until the page is left.
      }
    },
    /** The input of a purchase; nothing when it was not asked or answered. */
    input: isAsked && country !== '' ? { statedCountry: country } : {},
  }
}

export type StatedCountry = ReturnType<typeof useStatedCountry>
