import { fastify } from 'fastify'
import pg from 'pg'

/**
 * The baseline, in a process of its own: a bare Fastify with only the operation to compare with. It also stands in for the payment
 * provider, and answers at once.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 })
await pool.query(`
  create table if not exists bare_cart (
    user_id uuid, product_id uuid, quantity int not null, primary key (user_id, product_id));
  create table if not exists bare_orders (
    id uuid primary key default gen_random_uuid(), user_id uuid, total int, created_at timestamptz default now());
  create table if not exists bare_lines (order_id uuid references bare_orders, product_id uuid, quantity int, price int);
  create table if not exists bare_views (id uuid primary key default gen_random_uuid(), page text, at timestamptz default now());
  create table if not exists bare_payments (id uuid primary key default gen_random_uuid(), order_id uuid, amount int)`)

const app = fastify()
const fixed = new Map<string, string>()

/** The fixed answers have the size of the shop's own. */
app.put<{ Params: { name: string } }>('/fixed/:name', request => {
  fixed.set(request.params.name, JSON.stringify(request.body))
  return {}
})
app.get<{ Params: { name: string } }>('/fixed/:name', (request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(fixed.get(request.params.name)),
)

app.get('/list', async () => {
  const { rows } = await pool.query(
    `select id, sku, slug, name, description, price, shipping_cost, image_url, images, category_id,
       stock - reserved_stock as stock, is_active, show_shipping_options, show_comments_field, created_at
     from products where is_active order by created_at, id limit 20`,
  )
  return { items: rows }
})

app.post('/nothing', (_, reply) => reply.code(204).send())

app.post<{ Body: { page: string } }>('/row', async ({ body: { page } }, reply) => {
  await pool.query('insert into bare_views (page) values ($1)', [page])
  return reply.code(204).send()
})

interface CartLineInput {
  userId: string
  productId: string
}

app.post<{ Body: CartLineInput }>('/upsert', async ({ body: { userId, productId } }, reply) => {
  const { rows } = await pool.query(
    `insert into bare_cart values ($1, $2, 1)
     on conflict (user_id, product_id) do update set quantity = bare_cart.quantity + 1 returning quantity`,
    [userId, productId],
  )
  return reply.code(201).send(rows[0])
})

app.post<{ Body: CartLineInput }>('/order', async ({ body: { userId, productId } }, reply) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows: held } = await client.query<{ price: number }>(
      `update products set reserved_stock = reserved_stock + 1
       where id = $1 and stock - reserved_stock >= 1 returning price`,
      [productId],
    )
    const price = held[0]?.price
    const { rows: placed } = await client.query<{ id: string }>(
      'insert into bare_orders (user_id, total) values ($1, $2) returning id',
      [userId, price],
    )
    const orderId = placed[0]?.id
    await client.query('insert into bare_lines values ($1, $2, 1, $3)', [orderId, productId, price])
    await client.query('insert into bare_payments (order_id, amount) values ($1, $2)', [orderId, price])
    await client.query('commit')
    return await reply.code(201).send({ orderId })
  } finally {
    client.release()
  }
})

let payments = 0
app.post<{ Body: { amount: object; metadata: object } }>('/v2/payments', ({ body }, reply) => {
  payments += 1
  const id = `tr_${payments}`
  const checkout = { href: `http://127.0.0.1/pay/${id}` }
  const { amount, metadata } = body
  return reply.code(201).send({ id, status: 'open', amount, metadata, _links: { checkout } })
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('disconnect', () => process.exit(0))
