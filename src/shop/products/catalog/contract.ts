import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import {
  cents,
  dateTime,
  id,
  optionalCents,
  optionalCount,
  optionalDateTime,
  pageOf,
} from '../../../wire/fields.ts'
import { ProductSafety } from '../safety/contract.ts'

export const Category = z.object({ id, name: z.string(), slug: z.string(), imageUrl: z.string().nullable() })
export type Category = z.output<typeof Category>

/** A list that an answer leaves out when it is empty in the database. */
export const optionalList = z.codec(z.array(z.string()).nullish(), z.array(z.string()).optional(), {
  decode: list => (list?.length ? list : undefined),
  encode: list => list,
})

/** An option of a product with variants, such as a size, with its values in the owner's order. */
export const ProductOption = z.object({ name: z.string(), values: z.array(z.string()) })
export type ProductOption = z.output<typeof ProductOption>

/** Facets of the database (`maat:38`), in order; as options in an answer, left out when there are none. */
const optionalFacets = z.codec(z.array(z.string()).nullish(), z.array(ProductOption).optional(), {
  decode: facets => (facets?.length ? optionsOfFacets(facets) : undefined),
  encode: options => options?.flatMap(({ name, values }) => values.map(value => facetOf(name, value))),
})

/** Left out of an answer where the database has none. */
export const optionalOptions = z.codec(z.array(ProductOption).nullish(), z.array(ProductOption).optional(), {
  decode: options => options ?? undefined,
  encode: options => options,
})

/** Left out of an answer where it is false. */
export const onlyWhenTrue = z.codec(z.boolean().nullish(), z.literal(true).optional(), {
  decode: is => (is ? true : undefined),
  encode: is => is ?? false,
})

const ProductParent = z.object({ id, slug: z.string(), name: z.string() })
const optionalParent = z.codec(ProductParent.nullish(), ProductParent.optional(), {
  decode: parent => parent ?? undefined,
  encode: parent => parent,
})

/** The name of an option has no colon. */
export const facetOf = (name: string, value: string): string => `${name}:${value}`

export function optionsOfFacets(facets: readonly string[]): ProductOption[] {
  const byName = Map.groupBy(facets, facet => facet.slice(0, facet.indexOf(':')))
  return [...byName].map(([name, own]) => ({ name, values: own.map(facet => facet.slice(name.length + 1)) }))
}

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
  /** Available stock, without the units that are held for unpaid orders. */
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
  /** Of a product with variants: the values that its active ones have. It has the price of the cheapest, and the stock of all. */
  options: optionalFacets,
  /** Of a product with variants: the highest price, when their prices differ. */
  maxPrice: optionalCents,
  /** Of a variant: its product, and its value of each option. */
  parent: optionalParent,
  values: optionalList,
  /** How much is in it, where it is sold by measure. */
  contentMl: optionalCount,
  contentGrams: optionalCount,
  /** Only of a gift card: its price is its value, or one may be chosen as a variant. */
  isGiftCard: onlyWhenTrue,
})
export type Product = z.output<typeof Product>

/** Its barcode, when that is a GTIN; left out otherwise. */
const optionalGtin = z.string().optional()

/** A variant that can be chosen; without pictures it has those of its product. */
export const Variant = z.object({
  id,
  sku: z.string(),
  slug: z.string(),
  /** In full: that of its product, and its values. */
  name: z.string(),
  values: z.array(z.string()),
  price: cents,
  priorPrice: optionalCents,
  saleEndsAt: optionalDateTime,
  stock: z.int(),
  imageUrl: z.string().nullable(),
  images: z.array(z.string()),
  /** Grams; left out when not weighed. */
  weight: z.int().optional(),
  contentMl: optionalCount,
  contentGrams: optionalCount,
  gtin: optionalGtin,
})
export type Variant = z.output<typeof Variant>

export const ProductDetail = Product.extend({
  /** The products that the shop chose to show beside it, in this order; left out when it chose none. */
  related: z.array(id).optional(),
  /** The active variants, in the owner's order; left out for a product without. */
  variants: z.array(Variant).optional(),
  /** Left out when the shop has not given any. */
  safety: ProductSafety.optional(),
  gtin: optionalGtin,
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
  /** `maat:38`: values of one option are alternatives; of several options the same variant must have one each. */
  option: oneOrMore(z.string().max(200)),
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
    /** Left out when no hit has options. */
    options: z
      .array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) }))
      .optional(),
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
