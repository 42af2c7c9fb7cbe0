import { carrierName, codeOfStatus, type SimulatedService, statuses } from './data.ts'
import type { Parcel } from './service.ts'

export const shipmentResource = (parcel: Parcel, base: string) => ({
  id: parcel.shipmentId,
  order_number: parcel.orderNumber,
  external_reference_id: parcel.externalReference,
  parcels: [
    {
      id: parcel.id,
      status: { code: codeOfStatus(parcel.statusId), message: statuses[parcel.statusId] },
      documents: [{ type: 'label', size: 'a6', link: documentLink(parcel, base) }],
      weight: { value: parcel.weight, unit: 'kg' },
      tracking_number: parcel.trackingNumber,
      created_at: parcel.createdAt.toISOString(),
    },
  ],
  from_address: parcel.fromAddress,
  to_address: parcel.toAddress,
  ship_with: {
    type: 'shipping_option_code',
    properties: { shipping_option_code: parcel.serviceCode, contract_id: 1 },
  },
  carrier: { code: parcel.carrier, name: carrierName(parcel.carrier) },
  customs_information: null,
  errors: [],
})

const documentLink = ({ id }: Parcel, base: string) => `${base}/api/v3/parcels/${id}/documents/label`

export const returnResource = (parcel: Parcel, base: string) => ({
  created_at: parcel.createdAt.toISOString(),
  order_number: parcel.orderNumber,
  tracking_number: parcel.trackingNumber,
  label: { label_printer: documentLink(parcel, base) },
  from_address: parcel.fromAddress,
  to_address: parcel.toAddress,
  is_cancellable: true,
  status_history: [],
})

export const optionResource = (service: SimulatedService, country: string) => ({
  code: service.code,
  name: service.name,
  carrier: { code: service.carrier, name: carrierName(service.carrier) },
  functionalities: {
    tracked: service.isTracked,
    returns: service.isReturn,
    last_mile: service.lastMile,
  },
  quotes: [
    {
      price: { total: { value: ((service.prices[country] ?? 0) / 100).toFixed(2), currency: 'EUR' } },
    },
  ],
})

/** The body of a webhook, https://sendcloud.dev/api/v3/webhooks/parcel-status-changed */
export const statusChanged = (parcel: Parcel, at: Date) => ({
  action: 'parcel_status_changed',
  timestamp: at.getTime(),
  carrier_status_change_timestamp: at.getTime(),
  parcel: {
    id: parcel.id,
    tracking_number: parcel.trackingNumber,
    status: { id: parcel.statusId, message: statuses[parcel.statusId] },
    order_number: parcel.orderNumber,
    shipment_uuid: parcel.shipmentId,
  },
})
