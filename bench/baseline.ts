import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { request as send } from 'undici'

/**
 * The baseline, in a process of its own: a bare Fastify with only the operation to compare with. Another one stands in for the payment
 * provider of both, and answers at once.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 })
await pool.query(`
  create table if not exists bare_cart (
    user_id uuid, product_id uuid, quantity int not null, primary key (user_id, product_id));
  create table if not exists bare_orders (
    id uuid primary key default gen_random_uuid(), user_id uuid, total int, created_at timestamptz default now());
  create table if not exists bare_lines (order_id uuid references bare_orders, product_id uuid, quantity int, price int);
  create table if not exists bare_views (id uuid primary key default gen_random_uuid(), page text, at timestamptz default now());
  create table if not exists bare_payments (
    id uuid primary key default gen_random_uuid(), order_id uuid unique, amount int, provider_id text, url text);
  create table if not exists bare_keys (user_id uuid, key text, result_id uuid, primary key (user_id, key));
  create table if not exists bare_outbox (id uuid primary key default gen_random_uuid(), kind text, data jsonb)`)

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

app.get<{ Querystring: { userId: string } }>('/user', async ({ query: { userId } }) => {
  const { rows } = await pool.query({
    name: 'user',
    text: 'select * from users where id = $1',
    values: [userId],
  })
  const { password: _, ...user } = rows[0]
  return user
})

app.get<{ Querystring: { userId: string } }>('/cart', async ({ query: { userId } }) => {
  const { rows } = await pool.query({
    name: 'cart',
    text: `select line.id, line.product_id, line.quantity, product.name, product.slug, product.price, product.image_url,
       product.stock - product.reserved_stock as stock, product.shipping_cost, product.show_shipping_options,
       product.show_comments_field
     from cart_items line join products product on product.id = line.product_id
     where line.user_id = $1 order by line.created_at, line.id`,
    values: [userId],
  })
  return rows
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
  const { rows } = await pool.query({
    name: 'upsert',
    text: `insert into bare_cart values ($1, $2, 1)
      on conflict (user_id, product_id) do update set quantity = bare_cart.quantity + 1 returning quantity`,
    values: [userId, productId],
  })
  return reply.code(201).send(rows[0])
})

interface PlacedOrder {
  orderId: string
  price: number
}

/** The four writes of an order, in the transaction of `client`. */
async function insertOrder(client: pg.ClientBase, userId: string, productId: string): Promise<PlacedOrder> {
  const { rows: held } = await client.query<{ price: number }>(
    `update products set reserved_stock = reserved_stock + 1
     where id = $1 and stock - reserved_stock >= 1 returning price`,
    [productId],
  )
  const price = held[0]?.price as number
  const { rows: placed } = await client.query<{ id: string }>(
    'insert into bare_orders (user_id, total) values ($1, $2) returning id',
    [userId, price],
  )
  const orderId = placed[0]?.id as string
  await client.query('insert into bare_lines values ($1, $2, 1, $3)', [orderId, productId, price])
  await client.query('insert into bare_payments (order_id, amount) values ($1, $2)', [orderId, price])
  return { orderId, price }
}

async function inTransaction<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

app.post<{ Body: CartLineInput }>('/order', async ({ body: { userId, productId } }, reply) => {
  const { orderId } = await inTransaction(client => insertOrder(client, userId, productId))
  return reply.code(201).send({ orderId })
})

/** An order with the further work of any shop: the session is proven, the call may be repeated, a mail is due, and the provider is asked. */
app.post<{ Body: CartLineInput }>('/whole-order', async (request, reply) => {
  const { userId, productId } = request.body
  const token = request.headers.cookie?.split('=')[1] ?? ''
  const { rowCount } = await pool.query(
    `select users.id, users.role from login_sessions join users on users.id = login_sessions.user_id
     where token_hash = $1 and expires_at > now()`,
    [createHash('sha256').update(token).digest('base64url')],
  )
  if (rowCount === 0) return reply.code(401).send()
  const order = await inTransaction(async client => {
    const { orderId, price } = await insertOrder(client, userId, productId)
    const key = request.headers['idempotency-key'] ?? orderId
    await client.query('insert into bare_keys values ($1, $2, $3)', [userId, key, orderId])
    await client.query("insert into bare_outbox (kind, data) values ('mail', $1)", [{ orderId }])
    return { orderId, price }
  })
  const answer = await send(`${process.env['PROVIDER'] ?? address}/v2/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: { currency: 'EUR', value: order.price }, metadata: order }),
  })
  const payment = (await answer.body.json()) as { id: string; _links: { checkout: { href: string } } }
  const paymentUrl = payment._links.checkout.href
  await pool.query('update bare_payments set provider_id = $2, url = $3 where order_id = $1', [
    order.orderId,
    payment.id,
    paymentUrl,
  ])
  return reply.code(201).send({ orderId: order.orderId, paymentUrl })
})

let payments = 0
app.post<{ Body: { amount: object; metadata: object } }>('/v2/payments', ({ body }, reply) => {
  payments += 1
  const id = `tr_${payments}`
  const checkout = { href: `http://127.0.0.1/pay/${id}` }
  const { amount, metadata } = body
  return reply.code(201).send({ id, status: 'open', amount, metadata, _links: { checkout } })
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(address)
process.on('disconnect', () => process.exit(0))
