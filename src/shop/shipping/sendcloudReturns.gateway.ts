import { z } from 'zod'
import type { CarrierLabel } from './carrier.gateway.ts'

const Return = z.object({
  order_number: z.string().nullish(),
  tracking_number: z.string().nullish(),
  label: z.object({ label_printer: z.string().nullish() }).nullish(),
})
const Returns = z.object({ data: z.array(Return), next: z.string().nullish() })

type Get = (method: 'GET', path: string) => Promise<{ body: unknown }>

/** A return has no reference to look it up by, so that its order number is ours. */
export const returnNumber = (reference: string): string => `R-${reference}`

/** Pages of 100 that are read at most, so that a `next` that leads in a circle ends. */
const MAX_RETURN_PAGES = 200

/**
 * The return of a label, among all since the day before it was asked for.
 * @throws Error when it can't be told whether the return exists: another one must not be made then
 */
export async function findReturn(call: Get, reference: string, since: Date): Promise<CarrierLabel | null> {
  const dayBefore = new Date(since.getTime() - 86_400_000)
  const query = new URLSearchParams({
    from_date: dayBefore.toISOString().slice(0, 19).replace('T', ' '),
    page_size: '100',
  })
  for (let page = 0; page < MAX_RETURN_PAGES; page += 1) {
    const { body } = await call('GET', `returns?${query}`)
    const { data, next } = Returns.parse(body)
    const found = data.find(each => each.order_number === returnNumber(reference))
    if (found) return toReturnLabel(found)
    if (!next) return null
    const cursor = URL.parse(next, 'https://panel.sendcloud.sc')?.searchParams.get('cursor')
    if (!cursor) throw new Error('a page of returns without a cursor')
    query.set('cursor', cursor)
  }
  throw new Error('too many returns')
}

/** The parcel's id stands only in the address of its label, in the form of version 3 or of version 2. */
function toReturnLabel({ label, tracking_number: trackingCode }: z.output<typeof Return>): CarrierLabel {
  const parcelId = /\/(?:parcels|label_printer)\/(\d+)/.exec(label?.label_printer ?? '')?.[1]
  if (parcelId === undefined) throw new Error('a return without a label')
  return {
    providerId: null,
    parcelId,
    trackingCode: trackingCode || null,
    status: { state: 'ANNOUNCED', message: '' },
  }
}
