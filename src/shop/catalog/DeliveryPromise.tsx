import { useState } from 'react'
import { useShop } from '../../ui/boot.ts'
import { useIsHydrated } from '../../ui/hydrated.ts'
import { promiseTextForAll } from '../../wire/delivery.ts'

/** The days on which a parcel of now arrives; without a promise, or in a page that may be older, what is said otherwise. */
export function DeliveryPromise({ otherwise }: { otherwise: string }) {
  const { delivery, shipsTo } = useShop()
  const isHydrated = useIsHydrated()
  const [now] = useState(() => new Date())
  if (!delivery || !isHydrated) return otherwise
  return promiseTextForAll(delivery, shipsTo, now) ?? otherwise
}
