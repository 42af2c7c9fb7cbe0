import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { defaultFilters } from './filters.rules.ts'
import type { useProductSearch } from './hooks.ts'
import { ProductResults } from './ProductResults.tsx'

const nothing = { data: { items: [], total: 0, page: 1, pageSize: 24 } } as unknown as ReturnType<
  typeof useProductSearch
>

it.each([
  ['Nog geen producten', { sort: 'newest' as const }],
  ['Niets gevonden', { q: 'lamp' }],
  ['Niets gevonden', { min: 5 }],
  ['Niets gevonden', { option: ['maat:38'] }],
])('says "%s" for %j without results', (title, filters) =>
  expect(
    renderToStaticMarkup(
      <MemoryRouter>
        <ProductResults
          filters={{ ...defaultFilters, ...filters }}
          results={nothing}
          Action={() => null}
          Corner={() => null}
        />
      </MemoryRouter>,
    ),
  ).toContain(title),
)
