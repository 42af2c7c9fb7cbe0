import type { LabelStatus, ParcelState, ShippingLabel } from './contract.ts'

const stateLabels: Record<ParcelState, string> = {
  ANNOUNCED: 'Aangemeld bij de vervoerder',
  UNDERWAY: 'Onderweg',
  AT_POINT: 'Ligt klaar om af te halen',
  UNDELIVERABLE: 'Niet te bezorgen',
  DELIVERED: 'Bezorgd',
}

const statusLabels: Record<Exclude<LabelStatus, 'MADE'>, string> = {
  REQUESTED: 'Wordt gemaakt',
  FAILED: 'Niet gelukt',
  CANCELLING: 'Wordt geannuleerd',
  CANCELLED: 'Geannuleerd',
}

/** Where a label, or the parcel that it is on, is. */
export const describeLabel = ({ status, state }: Pick<ShippingLabel, 'status' | 'state'>): string =>
  status === 'MADE' ? stateLabels[state ?? 'ANNOUNCED'] : statusLabels[status]

/** Whether it may be that the provider still works at it. */
export const isLabelBusy = ({ status }: Pick<ShippingLabel, 'status'>): boolean =>
  status === 'REQUESTED' || status === 'CANCELLING'
