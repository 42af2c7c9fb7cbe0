import { endpoint } from '../../wire/endpoint.ts'
import { PublicShopSettings } from '../../wire/settings.ts'

export const readShop = endpoint('GET /api/shop', 'public', {
  summary: 'Who sells, what tracked shipping costs, and what there is to know these days',
  output: PublicShopSettings,
})
