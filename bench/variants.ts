import { parseArgs } from 'node:util'
import pg from 'pg'
import { listAdminProducts } from '../src/shop/products/admin/contract.ts'
import { addToCart, readCart } from '../src/shop/cart/contract.ts'
import { readProduct, searchProducts } from '../src/shop/products/catalog/contract.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { openExplainedShop } from './explain.ts'
import { seedCatalog } from './seed.ts'

/**
 * `node bench/variants.ts`: the cost of the catalogue's calls to PostgreSQL when each of 100,000 products has five variants, nothing of it
 * cached: by `EXPLAIN ANALYZE`, all statements of the call, planning included. `--variants 0` gives the same catalogue without variants.
 */
const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, variants: { type: 'string', default: '5' } },
})
const [size, variants] = [Number(options.products), Number(options.variants)]

/** As the shop would have them: a trigger for each of them would take an hour. */
const seedVariants = `
  with made as (
    insert into products (id, parent_id, sku, slug, name, description, price, category_id, stock, created_at, option_values, option_facets, position, follows_price)
    select gen_random_uuid(), p.id, p.sku || '-' || v.size || v.color, p.slug || '-' || lower(v.size) || '-' || v.color,
      p.name || ', ' || v.size || ', ' || v.color, p.description, p.price + v.place * 100, p.category_id, 1000000, p.created_at,
      array[v.size, v.color], array['maat:' || v.size, 'kleur:' || v.color], v.place, v.place = 0
    from products p cross join lateral (
      select place, (array['S', 'M', 'L', 'XL', '2XL'])[1 + place] as size,
        (array['rood', 'zwart', 'groen', 'blauw', 'wit', 'roze', 'geel'])[1 + (place + abs(hashtext(p.sku))) % 7] as color
      from generate_series(0, $1::int - 1) place
    ) v
    returning id, parent_id, price, option_values, option_facets, position
  ), levels as (
    insert into stock_levels (product_id, available) select id, 1000000 from made
  )
  update products p set stock = 0, base_price = p.price, max_price = m.dearest, option_facets = m.facets,
    options = jsonb_build_array(jsonb_build_object('name', 'maat', 'values', m.sizes), jsonb_build_object('name', 'kleur', 'values', m.colors))
  from (
    select parent_id, max(price) as dearest, array_agg(option_values[1] order by position) as sizes, array_agg(option_values[2] order by position) as colors,
      array_agg(option_facets[1] order by position) || array_agg(option_facets[2] order by position) as facets
    from made group by parent_id
  ) m where m.parent_id = p.id`

/** As the trigger makes them, of all products at once. */
const seedOptionSets = `
  with own as (
    select p.id, p.option_facets as facets, md5(p.option_facets::text || string_agg(v.option_values::text, '' order by v.option_values))::uuid as digest,
      jsonb_agg((
        select jsonb_agg(array_position(p.option_facets, facet) order by place) from unnest(v.option_facets) with ordinality as has(facet, place)
      ) order by v.option_values) as variants
    from products p join products v on v.parent_id = p.id group by p.id
  ), made as (
    insert into option_sets (digest, facets, variants)
    select digest, min(facets), (array_agg(variants))[1] from own group by digest returning id, digest
  )
  update products p set option_set_id = made.id from own join made using (digest) where own.id = p.id`

async function seed(url: string): Promise<void> {
  await seedCatalog(url, size)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (variants > 0) {
    await client.query('set session_replication_role = replica')
    // This one sets the results of a search.
    await client.query('alter table products enable always trigger products_search_text')
    await client.query(seedVariants, [variants])
    await client.query('alter table products enable trigger products_search_text')
    await client.query(seedOptionSets)
    await client.query(
      'delete from stock_levels where product_id in (select id from products where options is not null)',
    )
    await client.query(
      'delete from cart_items where product_id in (select id from products where options is not null)',
    )
  }
  await client.query('vacuum analyze products, stock_levels, option_sets')
  await client.end()
}

const isOwn = (text: string): boolean =>
  /^\s*(select|with)/i.test(text) && !/login_sessions|pgboss|for update|catalog_changes/i.test(text)

async function measure(url: string): Promise<void> {
  const { shop, client, cost, close } = await openExplainedShop(url, new Set(['products']), isOwn)
  try {
    const { rows: categories } = await client.query<{ id: string }>(
      'select id from categories order by slug limit 1',
    )
    const { rows: sold } = await client.query<{ id: string; slug: string }>(
      'select id, slug from products where options is null limit 2',
    )
    const { rows: listed } = await client.query<{ slug: string; name: string }>(
      'select slug, name from products where parent_id is null order by id limit 1',
    )
    const [word = ''] = listed[0]?.name.toLowerCase().split(' ') ?? []
    const [category, product] = [categories[0]?.id, listed[0]]
    const admin = await shop.newUser('ADMIN')
    const calls = [
      ['the first page', searchProducts, {}],
      ['a late page', searchProducts, { page: Math.floor(size / 20) }],
      ['a category by price', searchProducts, { category, sort: 'price-low' }],
      ['a word', searchProducts, { q: word }],
      ['a word that all have', searchProducts, { q: 'verpakt' }],
      ['an option', searchProducts, { option: 'maat:M' }],
      ['two options', searchProducts, { option: ['maat:M', 'kleur:rood'], sort: 'price-low' }],
      ['a word and an option', searchProducts, { q: word, option: 'kleur:rood' }],
      ['a word of most variants', searchProducts, { q: 'rood' }],
      ['a word of it and another', searchProducts, { q: `${word} rood` }],
      ['a product', readProduct, { idOrSlug: product?.slug }],
      ['the cart', readCart, {}],
      ['admin: products', listAdminProducts, { page: 1 }],
      ['admin: a late page', listAdminProducts, { page: 400 }],
      ['admin: by name', listAdminProducts, { page: 1, sort: 'name' }],
      ['admin: by SKU of a variant', listAdminProducts, { page: 1, q: 'SKU-4711-M' }],
      ['admin: by stock', listAdminProducts, { page: 1, sort: 'stock-low' }],
    ] as const
    for (const { id: productId } of sold) await admin.call(addToCart, { productId })
    console.log('| call | statements | ms | read from end to end |\n|---|--:|--:|---|')
    for (const [name, endpoint, input] of calls) {
      // Another stock than before: its cached data is dropped.
      const forget = () => client.query('insert into catalog_changes (product_id) values (null)')
      const { statements, ms, sequentialScans } = await cost(admin, endpoint, input, forget)
      console.log(`| ${name} | ${statements} | ${ms.toFixed(1)} | ${sequentialScans.join(', ')} |`)
    }
  } finally {
    await close()
  }
}

const postgres = await openPostgresServer()
try {
  const url = await postgres.create()
  await (await openPostgres(url)).close()
  console.error(`seeding ${size} products with ${variants} variants each …`)
  await seed(url)
  await measure(url)
} finally {
  await postgres.close()
}
