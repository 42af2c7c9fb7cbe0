import { useState } from 'react'
import { useShop } from '../../ui/boot.ts'
import { useIsHydrated } from '../../ui/hydrated.ts'
import { type PromisedCountry, promiseDelivery, promiseText } from '../../wire/delivery.ts'

/** The day on which a parcel of now arrives; without a promise, or in a page that may be older, what is said otherwise. */
export function DeliveryPromise({ country, otherwise }: { country: PromisedCountry; otherwise: string }) {
  const { delivery } = useShop()
  const isHydrated = useIsHydrated()
  const [now] = useState(() => new Date())
  return <>{delivery && isHydrated ? promiseText(promiseDelivery(delivery, country, now)) : otherwise}</>
}
