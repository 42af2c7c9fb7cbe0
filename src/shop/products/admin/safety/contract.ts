import { z } from 'zod'
import {
  EconomicOperator,
  LabelPicture,
  MAX_LABEL_PICTURES,
  ManualLanguage,
  ProductManual,
} from '../../safety/contract.ts'
import { endpoint } from '../../../../wire/endpoint.ts'
import { id, optionalText, requiredText, singleLine } from '../../../../wire/fields.ts'

/** The information that a product that is sent and on sale can lack; of `french`, its warnings. */
export const MissingSafetyInfo = z.enum(['safety', 'label', 'manual', 'french'])
export type MissingSafetyInfo = z.output<typeof MissingSafetyInfo>

export const AdminOperator = EconomicOperator.extend({ id })
export type AdminOperator = z.output<typeof AdminOperator>

const OperatorFields = z.object({
  name: singleLine('Vul een naam in.', 120),
  address: requiredText('Vul het postadres in.', 300),
  country: z
    .string('Kies een land.')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Kies een land.'),
  electronicAddress: singleLine('Vul een e-mailadres of website in.', 200).refine(
    text => z.email().safeParse(text).success || z.url({ protocol: /^https?$/ }).safeParse(text).success,
    'Vul een e-mailadres in, of een website die met https:// begint.',
  ),
})

export const listOperators = endpoint('GET /api/admin/economic-operators', 'admin', {
  summary: 'Manufacturers, and those who answer for products in the EU, by name',
  output: z.array(AdminOperator),
})

export const createOperator = endpoint('POST /api/admin/economic-operators', 'admin', {
  summary: 'Add a manufacturer, or who answers for one in the EU',
  input: OperatorFields,
  output: AdminOperator,
})

export const changeOperator = endpoint('PUT /api/admin/economic-operators/:operatorId', 'admin', {
  summary: 'Change a manufacturer: all its products show it from then on',
  input: OperatorFields.extend({ operatorId: id }),
  output: AdminOperator,
})

export const AdminProductSafety = z.object({
  manufacturerId: id,
  responsiblePersonId: id.nullable(),
  model: z.string(),
  warnings: z.string().nullable(),
  warningsFr: z.string().nullable(),
  materials: z.string().nullable(),
  radio: z.string().nullable(),
  battery: z.string().nullable(),
  version: z.int(),
  labelPictures: z.array(LabelPicture),
  manuals: z.array(ProductManual),
})
export type AdminProductSafety = z.output<typeof AdminProductSafety>

export const readProductSafety = endpoint('GET /api/admin/products/:productId/safety', 'admin', {
  summary: 'The safety information of a product; null when it has none',
  input: z.object({ productId: id }),
  output: AdminProductSafety.nullable(),
})

const longText = optionalText(4000)

export const SafetyFields = z.object({
  manufacturerId: z.guid('Kies een fabrikant.'),
  /** Wanted for a manufacturer outside the EU. */
  responsiblePersonId: z.guid('Kies wie er in de EU voor instaat.').nullable().default(null),
  model: singleLine('Vul een model, type of artikelnummer in.', 120),
  warnings: longText,
  warningsFr: longText,
  materials: longText,
  radio: longText,
  battery: longText,
})

export const setProductSafety = endpoint('PUT /api/admin/products/:productId/safety', 'admin', {
  summary: 'Set the safety information of a product, unless it is another `version` by now',
  input: SafetyFields.extend({
    productId: id,
    /** The one that was read; null when there was none. */
    version: z.int().nullable(),
  }),
  output: AdminProductSafety,
  problems: ['PRODUCT_CHANGED'],
})

export const setLabelPictures = endpoint('PUT /api/admin/products/:productId/label-pictures', 'admin', {
  summary: 'Set the pictures of the label of a product that has safety information, in order',
  input: z.object({
    productId: id,
    pictures: z
      .array(z.object({ url: z.string().max(300), alt: singleLine('Beschrijf wat erop staat.', 200) }))
      .max(MAX_LABEL_PICTURES, `Kies hoogstens ${MAX_LABEL_PICTURES} foto’s.`)
      .refine(
        pictures => new Set(pictures.map(({ url }) => url)).size === pictures.length,
        'Een foto staat er twee keer in.',
      ),
  }),
  output: AdminProductSafety,
})

/** The form field beside the file. */
export const ManualFields = z.object({ language: ManualLanguage })

export const addManual = endpoint('POST /api/admin/products/:productId/manuals', 'admin', {
  summary:
    'Bring a manual: multipart, the field `language` (nl, fr, de, en), then `file`, a PDF of up to 20 MB; replaces that of the language',
  input: z.object({ productId: id }),
  output: AdminProductSafety,
  problems: ['INVALID_INPUT'],
})

export const removeManual = endpoint('DELETE /api/admin/products/:productId/manuals/:manualId', 'admin', {
  summary: 'Remove a manual',
  input: z.object({ productId: id, manualId: id }),
  output: z.null(),
})
