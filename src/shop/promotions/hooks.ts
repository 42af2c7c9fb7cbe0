import { apiQuery } from '../../ui/call/hooks.ts'
import { listBundles } from './contract.ts'

export const bundlesQuery = (productId: string) =>
  apiQuery(['bundles', productId], listBundles, { productId })
