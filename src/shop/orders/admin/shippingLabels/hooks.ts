import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../../../ui/call/hooks.ts'
import type { AdminOrder } from '../contract.ts'
import { adminOrderQuery } from '../hooks.ts'
import { cancelLabel, listLabels, makeLabels, makeReturnLabel, readLabelOptions } from './contract.ts'
import { isLabelBusy } from './labels.rules.ts'

/** Milliseconds between two looks at labels that are being made. */
const LOOK_AGAIN_MS = 1500

/** Fetches the order again while the carrier works at a label of it. */
export function useLabelProgress({ id, labels }: Pick<AdminOrder, 'id' | 'labels'>): void {
  const isBusy = labels.some(isLabelBusy)
  useQuery({ ...adminOrderQuery(id), enabled: isBusy, refetchInterval: LOOK_AGAIN_MS })
}

/** The services that take an order. @param weight grams, when an admin weighed it */
export const useLabelOptions = (orderId: string, weight: number | undefined) =>
  useQuery({
    ...apiQuery(['admin', 'label-options', orderId, weight ?? null], readLabelOptions, { orderId, weight }),
    staleTime: 60_000,
    retry: false,
  })

const ofOrder = (orderId: string) => ({ invalidates: [adminOrderQuery(orderId).queryKey] })

export const useMakeLabel = (orderId: string) =>
  useApiMutation(makeLabels, { ...ofOrder(orderId), failed: 'Label niet gemaakt' })

export const useMakeReturnLabel = (orderId: string) =>
  useApiMutation(makeReturnLabel, {
    ...ofOrder(orderId),
    done: { title: 'Retourlabel aangevraagd', description: 'De klant krijgt het per mail zodra het er is.' },
    failed: 'Retourlabel niet gemaakt',
  })

export const useCancelLabel = (orderId: string) =>
  useApiMutation(cancelLabel, { ...ofOrder(orderId), failed: 'Label niet geannuleerd' })

/** Asks for labels of several orders at once. */
export const useMakeLabels = () => useApiMutation(makeLabels, { failed: 'Labels niet gemaakt' })

/** How far labels are, until the carrier is done with all of them. */
export function useLabels(labelIds: string[]) {
  const query = useQuery({
    ...apiQuery(['admin', 'labels', labelIds], listLabels, { labelId: labelIds }),
    enabled: labelIds.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isLabelBusy) === false ? false : LOOK_AGAIN_MS),
  })
  return query.data ?? []
}
