import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ProductSearchResult } from '../catalog/contract.ts'
import { defaultFilters } from './filters.rules.ts'
import { categoriesQuery, featuredProductsQuery, type useProductSearch } from '../catalog/hooks.ts'
import { ProductResults } from './ProductResults.tsx'

const nothing = { data: { items: [], total: 0, page: 1, pageSize: 24 } } as unknown as ReturnType<
  typeof useProductSearch
>

const client = new QueryClient()
client.setQueryData(categoriesQuery.queryKey, [])
const kimono = {
  id: 'a',
  slug: 'kimono',
  name: 'Zijden kimono',
  description: '',
  price: 100,
  images: [],
  imageUrl: null,
}
client.setQueryData(featuredProductsQuery.queryKey, { items: [kimono] } as unknown as ProductSearchResult)

it.each([
  ['Nog geen producten', { sort: 'newest' as const }],
  ['We vonden niets voor “lamp”. Misschien zocht je dit:', { q: 'lamp' }],
  ['Zijden kimono', { q: 'lamp' }],
  ['Er zijn geen producten gevonden met de huidige filters.', { min: 5 }],
  ['Er zijn geen producten gevonden met de huidige filters.', { q: 'lamp', option: ['maat:38'] }],
])('says "%s" for %j without results', (title, filters) =>
  expect(
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ProductResults
            filters={{ ...defaultFilters, ...filters }}
            results={nothing}
            Action={() => null}
            Corner={() => null}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  ).toContain(title),
)
