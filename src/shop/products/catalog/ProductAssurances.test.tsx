import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ShopContext } from '../../../ui/page/boot.ts'
import type { ShopInfo } from '../../../wire/ssr.ts'
import type { Product } from './contract.ts'
import { ProductAssurances } from './ProductAssurances.tsx'

const shop = { shippingPricing: 'ZONES', shipsTo: ['NL'], delivery: {} } as unknown as ShopInfo
const render = (stock: number): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ShopContext value={shop}>
        <ProductAssurances product={{ stock, shippingCost: 0, showShippingOptions: true } as Product} />
      </ShopContext>
    </MemoryRouter>,
  )

it('promises a day for a product in stock, and none for one that is sold out', () => {
  expect(render(1)).toContain('Met een dag waarop je pakket er is')
  expect(render(0)).not.toContain('dag waarop')
  expect(render(0)).toContain('Verzending in Nederland, kosten vooraf duidelijk')
})
