import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { cents, id, moment } from '../wire/fields.ts'

export const Category = z.object({ id, name: z.string(), slug: z.string() })
export type Category = z.output<typeof Category>

export const Product = z.object({
  id,
  sku: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  price: cents,
  shippingCost: cents,
  imageUrl: z.string().nullable(),
  images: z.array(z.string()),
  categoryId: id,
  /** What can be bought now: stock less what is held for open orders. */
  stock: z.int(),
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  /** The mean of its reviews, or the placeholder, or null when the placeholder is off. */
  rating: z.number().nullable(),
  createdAt: moment,
})
export type Product = z.output<typeof Product>

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/products',
  summary: 'All active products, oldest first',
  access: 'public',
  output: z.array(Product),
})

export const readProduct = endpoint({
  method: 'GET',
  path: '/api/products/:idOrSlug',
  summary: 'One active product, by id or slug',
  access: 'public',
  input: z.object({ idOrSlug: z.string().min(1).max(200) }),
  output: Product,
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'All categories, by name',
  access: 'public',
  output: z.array(Category),
})
