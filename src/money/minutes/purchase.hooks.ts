import { apiQuery } from '../../ui/call/hooks.ts'
import { readMinutePurchase } from './contract.ts'

/** The user's own purchase of minutes, after paying for it. In a file without the code for buying: pages that only tell of it are quicker. */
export const minutePurchaseQuery = (purchaseId: string) =>
  apiQuery(['minute-purchases', purchaseId], readMinutePurchase, { purchaseId }, { retry: false })
