import { z } from 'zod'

/** Who stands behind a product: its manufacturer, or who answers for it in the EU. */
export const EconomicOperator = z.object({
  name: z.string(),
  /** The postal address, in lines. */
  address: z.string(),
  /** ISO 3166. */
  country: z.string(),
  /** An e-mail address or a website. */
  electronicAddress: z.string(),
})
export type EconomicOperator = z.output<typeof EconomicOperator>

/** What a buyer must be able to read before buying (Reg. (EU) 2023/988, art. 19), and of radio and batteries. */
export const ProductSafety = z.object({
  manufacturer: EconomicOperator,
  /** Null for a manufacturer in the EU. */
  responsiblePerson: EconomicOperator.nullable(),
  /** Type, batch or serial number: what identifies the product beside its picture. */
  model: z.string(),
  /** In Dutch. */
  warnings: z.string().nullable(),
  /** The same in French, for Belgium. */
  warningsFr: z.string().nullable(),
  materials: z.string().nullable(),
  radio: z.string().nullable(),
  battery: z.string().nullable(),
})
export type ProductSafety = z.output<typeof ProductSafety>
