import pg from 'pg'
import { hashToken, newToken } from '../src/platform/http/session.ts'
import { adjectives, categoryNames, collectionsFor, materials, nouns } from './catalogWords.ts'

export interface SeededCustomer {
  userId: string
  addressId: string
  cookie: string
  /** One of the two lines of their cart. */
  cartItemId: string
  /** The product of that line. */
  productId: string
}

export interface SeededCatalog {
  customers: SeededCustomer[]
  products: { id: string; slug: string }[]
  categoryIds: string[]
  collections: string[]
}

const CUSTOMERS = 2000

/** Fills a migrated, empty database with a catalogue of `size` products, and customers who are signed in. */
export async function seedCatalog(url: string, size: number): Promise<SeededCatalog> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const collections = collectionsFor(size)
    const categoryIds = await seedCategories(client)
    await seedProducts(client, size, collections)
    const customers = await seedCustomers(client)
    // Not the empty tables: PostgreSQL plans sequential scans for a table that it knows to be empty.
    await client.query(
      'vacuum analyze products, categories, catalog_words, users, addresses, login_sessions, cart_items',
    )
    const { rows: products } = await client.query<{ id: string; slug: string }>(
      'select id, slug from products order by created_at limit 5000',
    )
    return { customers, products, categoryIds, collections }
  } finally {
    await client.end()
  }
}

async function seedCategories(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into categories (id, name, slug) select gen_random_uuid(), name, 'c-' || at
     from unnest($1::text[]) with ordinality as named(name, at) returning id`,
    [categoryNames],
  )
  return rows.map(({ id }) => id)
}

/** Every description ends in the same word, so that one search matches all. */
async function seedProducts(client: pg.Client, size: number, collections: string[]): Promise<void> {
  await client.query(
    `insert into products (id, sku, slug, name, description, price, category_id, stock, image_url, created_at)
     select gen_random_uuid(), 'SKU-' || n, 'product-' || n,
       initcap(a.word) || ' ' || b.word || ' ' || c.word,
       'Een ' || a.word || ' ' || b.word || ' met ' || m.word || ', voor lange avonden samen. Uit de reeks ' || c.word
         || '. Met de hand gemaakt in kleine oplage en discreet verpakt.',
       495 + (n * 7919 % 28000), category.id, 1000000, '/media/' || n || '.webp',
       timestamptz '2024-01-01' + n * interval '7 minutes'
     from generate_series(1, $1::int) n
     cross join lateral (select ($2::text[])[1 + n % array_length($2::text[], 1)] as word) a
     cross join lateral (select ($3::text[])[1 + n / 20 % array_length($3::text[], 1)] as word) b
     cross join lateral (select ($4::text[])[1 + n / 7 % array_length($4::text[], 1)] as word) m
     cross join lateral (select ($5::text[])[1 + n % array_length($5::text[], 1)] as word) c
     join (select id, row_number() over (order by slug) - 1 as at from categories) category
       on category.at = n % $6::int`,
    [size, adjectives, nouns, materials, collections, categoryNames.length],
  )
}

async function seedCustomers(client: pg.Client): Promise<SeededCustomer[]> {
  const tokens = Array.from({ length: CUSTOMERS }, newToken)
  const { rows } = await client.query<Omit<SeededCustomer, 'cookie'> & { at: number }>(
    `with people as materialized (
       select gen_random_uuid() as id, n as at from generate_series(1, $1) n
     ), registered as (
       insert into users (id, email, password, display_name, adult_statement_at, policy_version)
       select id, 'klant-' || at || '@gloed.test', '-', 'Klant', now(), '-' from people
     ), homes as (
       insert into addresses (id, user_id, first_name, last_name, street, house_number, city, postal_code)
       select gen_random_uuid(), id, 'Sam', 'de Wit', 'Lindelaan', '12', 'Utrecht', '3512 AB' from people
       returning id, user_id
     ), signed as (
       insert into login_sessions (token_hash, user_id, expires_at)
       select ($2::text[])[at], id, now() + interval '30 days' from people
     ), goods as (
       select id, row_number() over (order by created_at) as at from products limit 1000
     ), lines as (
       insert into cart_items (id, user_id, product_id, quantity)
       select gen_random_uuid(), people.id, goods.id, 1 from people join goods on goods.at in (1, 2 + people.at % 900)
       returning id, user_id, product_id
     )
     select people.id as "userId", homes.id as "addressId", line.id as "cartItemId", line.product_id as "productId", people.at
     from people join homes on homes.user_id = people.id
     cross join lateral (select * from lines where user_id = people.id limit 1) line`,
    [CUSTOMERS, tokens.map(hashToken)],
  )
  return rows.map(({ at, ...customer }) => ({ ...customer, cookie: `gloed_session=${tokens[at - 1]}` }))
}
