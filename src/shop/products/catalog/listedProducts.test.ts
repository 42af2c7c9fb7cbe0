import { expect, it, vi } from 'vitest'
import { CachedProducts } from './listedProducts.service.ts'

/** Reads `a v1` of product `a`, until the version is raised. */
function start() {
  let version = 1
  const read = vi.fn<(ids: string[]) => Promise<Map<string, string>>>(
    async ids => new Map(ids.map(id => [id, `${id} v${version}`])),
  )
  const products = new CachedProducts(read)
  return { products, read, raise: () => (version += 1) }
}

it('caches a product that is listed again, and reads the others of a list in one statement', async () => {
  const { products, read } = start()
  expect(await products.read(['a'])).toEqual(['a v1'])
  expect(await products.read(['a', 'b'])).toEqual(['a v1', 'b v1'])
  expect(await products.read(['c', 'a', 'b'])).toEqual(['c v1', 'a v1', 'b v1'])
  expect(read.mock.calls).toEqual([[['a']], [['a', 'b']], [['c', 'b']]])
})

it.each([
  ['it', (products: CachedProducts) => products.invalidate(['a'])],
  ['everything', (products: CachedProducts) => products.clear()],
])('reads a cached product again when a change of %s is reported, and caches that', async (_, change) => {
  const { products, read, raise } = start()
  for (let count = 0; count < 3; count += 1) await products.read(['a'])
  raise()
  change(products)
  for (let count = 0; count < 3; count += 1) expect(await products.read(['a'])).toEqual(['a v2'])
  expect(read).toHaveBeenCalledTimes(3)
})

it('does not cache products that were read while a change was reported', async () => {
  const { products, read, raise } = start()
  await products.read(['a'])
  const answer = Promise.withResolvers<Map<string, string>>()
  read.mockReturnValueOnce(answer.promise)
  const early = products.read(['a'])
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  raise()
  products.invalidate(['a'])
  answer.resolve(new Map([['a', 'a v1']]))
  expect(await early).toEqual(['a v1'])
  expect(await products.read(['a'])).toEqual(['a v2'])
})

it('leaves out products that are no longer listed', async () => {
  const { products, read } = start()
  read.mockResolvedValue(new Map([['b', 'b v1']]))
  expect(await products.read(['a', 'b'])).toEqual(['b v1'])
})

it('does not read a product that a search brought along, and caches it when it is listed again', async () => {
  const { products, read } = start()
  const given = { found: new Map([['a', 'a v1']]), changes: products.changes }
  expect(await products.read(['a', 'b'], given)).toEqual(['a v1', 'b v1'])
  expect(await products.read(['a'], given)).toEqual(['a v1'])
  expect(await products.read(['a'])).toEqual(['a v1'])
  expect(read.mock.calls).toEqual([[['b']]])
})

it('does not cache products that a search read before a change was reported', async () => {
  const { products, raise } = start()
  const given = { found: new Map([['a', 'a v1']]), changes: products.changes }
  await products.read(['a'], given)
  raise()
  products.invalidate(['a'])
  expect(await products.read(['a'], given)).toEqual(['a v1'])
  expect(await products.read(['a'])).toEqual(['a v2'])
})

it('tells whether lists show mostly products that are not cached', async () => {
  const { products } = start()
  expect(products.missRate).toBe(1)
  for (let count = 0; count < 100; count += 1) await products.read(['a', 'b'])
  expect(products.missRate).toBeLessThan(1 / 2)
  for (let count = 0; count < 200; count += 1) await products.read([`c${count}`])
  expect(products.missRate).toBeGreaterThan(1 / 2)
})
