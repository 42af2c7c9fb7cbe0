import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, dateTime, id, optionalCents, optionalDateTime, pageOf } from '../../wire/fields.ts'

export const Category = z.object({ id, name: z.string(), slug: z.string(), imageUrl: z.string().nullable() })
export type Category = z.output<typeof Category>

export const Product = z.object({
  id,
  sku: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** For which it is sold now. */
  price: cents,
  /** While a sale runs: the lowest price of the 30 days before it, when that is above its price. */
  priorPrice: optionalCents,
  /** While a sale runs: when it ends. */
  saleEndsAt: optionalDateTime,
  shippingCost: cents,
  imageUrl: z.string().nullable(),
  images: z.array(z.string()),
  categoryId: id,
  /** Available stock: without what is held for unpaid orders. */
  stock: z.int(),
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  /** Sealed for hygiene: once the seal is broken, there is no right to withdraw. */
  hygieneSealed: z.boolean(),
  /** The mean of its reviews, or the placeholder, or null when the placeholder is off. */
  rating: z.number().nullable(),
  /** Approved reviews, of which `rating` is the mean; 0 when it is made up. */
  reviewCount: z.int(),
  createdAt: dateTime,
})
export type Product = z.output<typeof Product>

export const ProductDetail = Product.extend({
  /** The products that the shop chose to show beside it, in this order; left out when it chose none. */
  related: z.array(id).optional(),
})
export type ProductDetail = z.output<typeof ProductDetail>

export const listProducts = endpoint('GET /api/products', 'public', {
  summary: 'All active products, oldest first',
  output: z.array(Product),
  alsoAnswers: [304],
})

/** How results are sorted; `popularity` is the shop's own order, or by relevance in a search. */
export const productSorts = ['popularity', 'price-low', 'price-high', 'newest'] as const
export type ProductSort = (typeof productSorts)[number]

/** A query parameter that may be repeated, as a list. */
const oneOrMore = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item).max(50)])
    .optional()
    .transform((value): z.output<T>[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]))

const amount = z.coerce.number('Vul een bedrag in.').int().min(0).max(1_000_000_00).optional()

export const ProductSearchQuery = z.object({
  q: z.string().trim().max(100, 'Zoek op hoogstens 100 tekens.').default(''),
  category: oneOrMore(id),
  /** Cents. */
  minPrice: amount,
  maxPrice: amount,
  sort: z.enum(productSorts).default('popularity'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(9),
})
export type ProductSearchQuery = z.output<typeof ProductSearchQuery>

export const ProductSearchResult = pageOf(Product).extend({
  /** The facets: the number of hits in each category, and the price range. */
  facets: z.object({
    categories: z.array(z.object({ id, name: z.string(), count: z.int() })),
    price: z.object({ min: cents, max: cents }),
  }),
})
export type ProductSearchResult = z.output<typeof ProductSearchResult>

export const searchProducts = endpoint('GET /api/products/search', 'public', {
  summary: 'Products by words, category and price, a page at a time; typing errors are forgiven',
  input: ProductSearchQuery,
  output: ProductSearchResult,
  alsoAnswers: [304],
})

export const readProduct = endpoint('GET /api/products/:idOrSlug', 'public', {
  summary: 'One active product, by id or slug',
  input: z.object({ idOrSlug: z.string().min(1).max(200) }),
  output: ProductDetail,
  alsoAnswers: [304],
})

export const listCategories = endpoint('GET /api/categories', 'public', {
  summary: 'All categories, by name',
  output: z.array(Category),
  alsoAnswers: [304],
})
