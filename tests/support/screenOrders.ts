import { address, parcelProduct } from './demoProducts.ts'
import { visitShop, type Visitor } from './renderScreen.tsx'

export { parcelProduct } from './demoProducts.ts'

const password = 'een lang wachtwoord'
let customers = 0

export interface Customer extends Visitor {
  id: string
  email: string
  password: string
}

export async function signUpCustomer(): Promise<Customer> {
  const visitor = await visitShop()
  const email = `scherm-${++customers}@gloed.test`
  await visitor.send('POST', '/api/register', { email, password, displayName: 'Robin' })
  const { id } = await visitor.send<{ id: string }>('GET', '/api/user')
  return { ...visitor, id, email, password }
}

export async function idOfProduct({ send }: Pick<Visitor, 'send'>, wanted: { name: string }) {
  const products = await send<{ id: string; name: string }[]>('GET', '/api/products')
  const product = products.find(({ name }) => name === wanted.name)
  if (!product) throw new Error(`the shop does not sell ${wanted.name}`)
  return product.id
}

/** An unpaid order of two units of the same product, unless more is said. */
export async function placeOrder({ send }: Visitor, more: object = {}) {
  const productId = await idOfProduct({ send }, parcelProduct)
  const { id: addressId } = await send<{ id: string }>('POST', '/api/addresses', address)
  const basket = { items: [{ productId, quantity: 2 }], addressId, ...more }
  const { orderId, paymentUrl } = await send<{ orderId: string; paymentUrl: string }>(
    'POST',
    '/api/cart/checkout',
    basket,
  )
  const order = await send<{ number: string; items: [{ id: string }] }>('GET', `/api/orders/${orderId}`)
  return { orderId, paymentUrl, number: order.number, itemId: order.items[0].id }
}

/** The same order, paid, of a new customer. */
export async function placePaidOrder(more: object = {}) {
  const customer = await signUpCustomer()
  const order = await placeOrder(customer, more)
  await pay(customer, order.paymentUrl)
  return { ...order, customer }
}

/** Pays at the simulated provider, which leads back to the shop. */
export const pay = ({ send }: Visitor, paymentUrl: string) =>
  send('POST', paymentUrl, new URLSearchParams({ outcome: 'paid' }))
