import type { CarrierCode, PickupPoint } from './pickup.contract.ts'

/** Where a parcel is, from the least to the most far; of those that go wrong, `UNDELIVERABLE` and `CANCELLED`. */
export type CarrierParcelState =
  | 'ANNOUNCED'
  | 'UNDERWAY'
  | 'AT_POINT'
  | 'UNDELIVERABLE'
  | 'DELIVERED'
  | 'CANCELLED'
  | 'REFUSED'

export interface CarrierParcelStatus {
  /** Null for a status that the shop does not know: its text is shown, and nothing follows from it. */
  state: CarrierParcelState | null
  /** The provider's words. */
  message: string
}

/** A label as the provider has it. */
export interface CarrierLabel {
  /** The provider's id of the shipment; null for a return, which is never cancelled. */
  providerId: string | null
  /** The provider's id of the parcel: its document is downloaded by it, and webhooks name it. */
  parcelId: string
  trackingCode: string | null
  status: CarrierParcelStatus
}

/** A way in which a carrier brings a parcel. */
export interface CarrierService {
  /** The provider's code, such as `postnl:standard/signature`. */
  code: string
  carrier: CarrierCode
  name: string
  isTracked: boolean
  /** Cents, when the provider tells. */
  priceCents: number | null
}

export interface LabelAddress {
  name: string
  company: string | null
  street: string
  /** Null where it stands in `street`. */
  houseNumber: string | null
  postalCode: string
  city: string
  /** ISO 3166 alpha-2. */
  country: string
  /** Only where a carrier needs it: to tell that a parcel can be collected. */
  email: string | null
}

export interface LabelRequest {
  /** Our id of the label: the provider makes one label for it, however often it is asked. */
  reference: string
  serviceCode: string
  from: LabelAddress
  to: LabelAddress
  weightGrams: number
  orderNumber: string
  pickupPointId: string | null
}

export interface CarrierEvent {
  parcelId: string
  status: CarrierParcelStatus
  at: Date
}

/**
 * The one door to several carriers.
 * @throws Problem PROVIDER_UNAVAILABLE by each call when the provider is away, slow, or does not take our keys
 */
export interface CarrierGateway {
  /** @returns null for a postcode that is unknown there */
  findPickupPoints(where: {
    country: string
    postalCode: string
  }): Promise<(PickupPoint & { distance: number | null })[] | null>
  /** Ways to send a parcel, of the carriers that the shop knows. */
  listServices(parcel: {
    from: string
    to: string
    weightGrams: number
    pickupPointId: string | null
    isReturn: boolean
  }): Promise<CarrierService[]>
  /** The label that was made for a reference before, also when its answer was lost; null when there is none. */
  findLabel(reference: string): Promise<CarrierLabel | null>
  /** @returns `refused`: why the provider makes no label, in its words; repeating it changes nothing */
  createLabel(request: LabelRequest): Promise<CarrierLabel | { refused: string }>
  /** @param since when it was asked for first */
  findReturn(reference: string, since: Date): Promise<CarrierLabel | null>
  createReturn(request: LabelRequest): Promise<CarrierLabel | { refused: string }>
  /** @returns null when the provider does not have it */
  readLabel(providerId: string): Promise<CarrierLabel | null>
  /** @returns `isDone` false when the provider will do it later */
  cancelLabel(providerId: string): Promise<{ isDone: boolean } | { refused: string }>
  /** The label as a picture of A6, or as a PDF. */
  downloadLabel(parcelId: string, as: 'image/png' | 'application/pdf'): Promise<Buffer>
  /** @returns null when the signature is not the provider's, undefined for an event that says nothing of a parcel */
  readWebhook(body: Buffer, signature: string | undefined): CarrierEvent | null | undefined
}
