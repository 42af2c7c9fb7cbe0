import { randomUUID } from 'node:crypto'
import type { LoadCall } from './load.ts'
import type { SeededCatalog } from './seed.ts'
import { misspelt } from './catalogWords.ts'

/** A call of the shop, and the bare call that it is compared with. */
export interface BenchCase {
  name: string
  ours: (n: number) => LoadCall
  bare: (n: number) => LoadCall
  /** At least this share of the bare call's requests per second; undefined for calls that are only reported. */
  goal?: number
}

const at = <T>(list: T[], n: number): T => list[n % list.length] as T

export const listPath = '/api/products/search?page=1&pageSize=20'
export const productPath = ({ products }: SeededCatalog) => `/api/products/${at(products, 0).slug}`

/** The calls, each with its own counter: no customer buys the same twice, and no search is answered from the cache unless it says so. */
export function casesFor(seeded: SeededCatalog, size: number): BenchCase[] {
  return [...lists(seeded, size), ...searches(seeded), ...members(seeded), ...purchases(seeded)]
}

/** Makes a call unique without changing its answer: a price that no product has. */
const novelty = (n: number) => `&maxPrice=${1_000_000 + n}`

function lists(seeded: SeededCatalog, size: number): BenchCase[] {
  const { products, categoryIds } = seeded
  const fixedList = () => ({ path: '/fixed/list' })
  const sorts = ['popularity', 'price-low', 'price-high', 'newest']
  const filtered = (n: number) =>
    `${listPath}&sort=${at(sorts, n)}&category=${at(categoryIds, n)}&minPrice=${500 * (n % 3)}`
  const lastPage = `/api/products/search?page=${Math.floor(size / 20)}&pageSize=20`
  return [
    { name: 'list', goal: 0.5, ours: () => ({ path: listPath }), bare: fixedList },
    {
      name: 'list, filtered and sorted',
      goal: 0.5,
      ours: n => ({ path: filtered(n) }),
      bare: fixedList,
    },
    {
      name: 'list, its last page, never asked before',
      ours: n => ({ path: lastPage + novelty(n) }),
      bare: () => ({ path: '/list' }),
    },
    {
      name: 'product',
      goal: 0.5,
      ours: n => ({ path: `/api/products/${at(products, n % 1000).slug}` }),
      bare: () => ({ path: '/fixed/product' }),
    },
  ]
}

function searches({ collections }: SeededCatalog): BenchCase[] {
  const bare = () => ({ path: '/list' })
  const often = collections.slice(0, 30)
  let asked = 0
  const search = (q: string, novel = true) => ({
    path: `/api/products/search?pageSize=20&q=${q}${novel ? novelty(asked++) : ''}`,
  })
  return [
    { name: 'search, never asked before', goal: 0.3, ours: n => search(at(collections, n)), bare },
    {
      name: 'search, misspelt, never asked before',
      goal: 0.4,
      ours: n => search(misspelt(at(collections, n), Math.floor(n / collections.length)), false),
      bare,
    },
    // The same number of different words at every size; each is repeated.
    { name: 'search', goal: 0.3, ours: n => search(at(often, n), false), bare },
    { name: 'search that matches all', goal: 0.3, ours: () => search('discreet', false), bare },
  ]
}

/** The calls of the pages of a signed-in customer. */
function members({ customers }: SeededCatalog): BenchCase[] {
  const ours = (path: string) => (n: number) => ({ path, headers: { cookie: at(customers, n).cookie } })
  const bare = (path: string) => (n: number) => ({ path: `${path}?userId=${at(customers, n).userId}` })
  return [
    { name: 'user', goal: 0.7, ours: ours('/api/user'), bare: bare('/user') },
    { name: 'cart', goal: 0.7, ours: ours('/api/cart'), bare: bare('/cart') },
    {
      name: 'set quantity',
      goal: 0.7,
      ours: n => {
        const { cookie, cartItemId } = at(customers, n)
        const quantity = 1 + (Math.floor(n / customers.length) % 9)
        return { method: 'PUT', path: `/api/cart/${cartItemId}`, headers: { cookie }, body: { quantity } }
      },
      bare: n => {
        const { userId, productId } = at(customers, n)
        return { method: 'POST', path: '/upsert', body: { userId, productId } }
      },
    },
  ]
}

function purchases({ customers, products }: SeededCatalog): BenchCase[] {
  let bought = 0
  const next = () => {
    const n = bought++
    const product = at(products, n * 7 + Math.floor(n / customers.length))
    return { customer: at(customers, n), productId: product.id }
  }
  const bare = (path: string) => () => {
    const { customer, productId } = next()
    const headers = { cookie: customer.cookie, 'idempotency-key': randomUUID() }
    return { method: 'POST' as const, path, headers, body: { userId: customer.userId, productId } }
  }
  const checkout = () => {
    const { customer, productId } = next()
    const headers = { cookie: customer.cookie, 'idempotency-key': randomUUID() }
    const body = { items: [{ productId, quantity: 1 }], addressId: customer.addressId }
    return { method: 'POST' as const, path: '/api/cart/checkout', headers, body }
  }
  return [
    {
      name: 'add to cart',
      goal: 0.7,
      ours: () => {
        const { customer, productId } = next()
        const headers = { cookie: customer.cookie }
        return { method: 'POST', path: '/api/cart', headers, body: { productId, quantity: 1 } }
      },
      bare: bare('/upsert'),
    },
    { name: 'checkout', goal: 0.3, ours: checkout, bare: bare('/order') },
    { name: 'checkout, beside a whole bare one', goal: 0.7, ours: checkout, bare: bare('/whole-order') },
  ]
}
