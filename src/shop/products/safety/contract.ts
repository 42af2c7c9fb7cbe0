import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id } from '../../../wire/fields.ts'

/** The company behind a product: its manufacturer, or the person who is responsible for it in the EU. */
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

export const MAX_LABEL_PICTURES = 10
/** Bytes. */
export const MAX_MANUAL_BYTES = 20 * 1024 * 1024

export const LabelPicture = z.object({
  url: z.string(),
  /** The description of the picture. */
  alt: z.string(),
})
export type LabelPicture = z.output<typeof LabelPicture>

export const ManualLanguage = z.enum(['nl', 'fr', 'de', 'en'])
export type ManualLanguage = z.output<typeof ManualLanguage>

export const ProductManual = z.object({ id, language: ManualLanguage, bytes: z.int() })
export type ProductManual = z.output<typeof ProductManual>

/** The information that a buyer must be able to read before buying (Reg. (EU) 2023/988, art. 19), and of radio and batteries. */
export const ProductSafety = z.object({
  manufacturer: EconomicOperator,
  /** Null for a manufacturer in the EU. */
  responsiblePerson: EconomicOperator.nullable(),
  /** Type, batch or serial number: identifies the product beside its picture. */
  model: z.string(),
  /** In Dutch. */
  warnings: z.string().nullable(),
  /** The same in French, for Belgium. */
  warningsFr: z.string().nullable(),
  materials: z.string().nullable(),
  radio: z.string().nullable(),
  battery: z.string().nullable(),
  /** Pictures of the label or the packaging. */
  labelPictures: z.array(LabelPicture),
  manuals: z.array(ProductManual),
})
export type ProductSafety = z.output<typeof ProductSafety>

/** Public, and not only while the product is sold: who bought it needs it longer. */
export const downloadManual = endpoint('GET /api/manuals/:manualId', 'public', {
  summary: 'A manual as a PDF',
  input: z.object({ manualId: id }),
  output: z.null(),
  sends: 'application/pdf',
})
