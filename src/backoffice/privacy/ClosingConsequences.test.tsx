import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { storeCreditQuery } from '../../money/credit/hooks.ts'
import { ShopContext } from '../../ui/page/boot.ts'
import type { ShopInfo } from '../../wire/ssr.ts'
import { ClosingConsequences } from './ClosingConsequences.tsx'

const render = (balance: number): string => {
  const client = new QueryClient()
  client.setQueryData(storeCreditQuery(1).queryKey, { balance, entries: [], total: 0 })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ShopContext value={{ retentionYears: 7 } as ShopInfo}>
        <ClosingConsequences />
      </ShopContext>
    </QueryClientProvider>,
  )
}

it('says that store credit is lost, when there is any', () => {
  expect(render(1250)).toContain('Ook je tegoed van €\u00A012,50 is daarna niet meer te gebruiken')
  expect(render(0)).not.toContain('tegoed')
})
