import { expect } from 'vitest'
import type { TestShop } from './shop.ts'

/** A company whose labels have a sender. */
export const companyAddress = {
  SELLER_STREET: 'Kaai 1',
  SELLER_POSTAL_CODE: '9000',
  SELLER_CITY: 'Gent',
  SELLER_COUNTRY: 'BE',
}

export interface SimulatedParcel {
  id: number
  externalReference: string | null
  isReturn: boolean
  serviceCode: string
  servicePointId: string | null
  trackingNumber: string
  statusId: number
  fromAddress: Record<string, string>
  toAddress: Record<string, string>
  weight: string
}

/** The carrier's side of a shop's simulator. */
export function carrierOf({ origin }: Pick<TestShop, 'origin'>) {
  const post = (path: string, body: object) =>
    fetch(`${origin}/simulator/sendcloud/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const parcels = async () =>
    (await (await fetch(`${origin}/simulator/sendcloud/parcels`)).json()) as SimulatedParcel[]
  return {
    parcels,
    /** The parcels that were made for a label. */
    parcelsOf: async (labelId: string) =>
      (await parcels()).filter(({ externalReference }) => externalReference === labelId),
    async setFaults(faults: object = {}): Promise<void> {
      expect((await post('faults', faults)).status).toBe(204)
    },
    /** Moves a parcel on, which sends a webhook. */
    async setStatus(id: number, status: number): Promise<void> {
      expect((await post(`parcels/${id}/status`, { status })).status).toBe(200)
    },
  }
}
