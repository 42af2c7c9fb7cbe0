import { apiQuery } from '../../ui/hooks.ts'
import { listBundles } from './contract.ts'

export const bundlesQuery = (productId: string) =>
  apiQuery(['bundles', productId], listBundles, { productId })
