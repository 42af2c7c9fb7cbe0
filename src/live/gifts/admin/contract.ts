import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, id, dateTime, pageFields, pageOf, requiredText, typedText } from '../../../wire/fields.ts'
import { Gift, GiftPurchase, GiftPurchaseStatus } from '../contract.ts'

/** A gift as an admin sees it. */
export const AdminGift = Gift.omit({ ownerAvatarUrl: true }).extend({
  ownerId: id,
  isActive: z.boolean(),
  position: z.int(),
  /** How often it was given. */
  given: z.int(),
})
export type AdminGift = z.output<typeof AdminGift>

export const listAllGifts = endpoint('GET /api/admin/gifts', 'admin', {
  summary: 'All wishes, inactive ones too, in the order of the list',
  output: z.array(AdminGift),
})

const MIN_PRICE = 100
const MAX_PRICE = 10_000_00
const invalidPrice = 'Vul een bedrag in van € 1,00 tot € 10.000,00.'

const GiftFields = z.object({
  name: requiredText('Vul een naam in.', 120),
  description: typedText('Vul een omschrijving in.').max(1000, 'Gebruik hoogstens 1000 tekens.'),
  /** Cents, incl. VAT. */
  price: z.int(invalidPrice).min(MIN_PRICE, invalidPrice).max(MAX_PRICE, invalidPrice),
  ownerId: z.guid('Kies voor wie het is.'),
  isActive: z.boolean(),
  isSingle: z.boolean(),
})
const { shape } = GiftFields

export const NewGift = GiftFields.extend({
  description: shape.description.default(''),
  /** Without it: the creator with the oldest account. */
  ownerId: shape.ownerId.optional(),
  isActive: shape.isActive.default(true),
  isSingle: shape.isSingle.default(true),
})
export type NewGift = z.output<typeof NewGift>

export const createGift = endpoint('POST /api/admin/gifts', 'admin', {
  summary: 'Add a wish at the end of the list; its picture is sent after it',
  input: NewGift,
  output: AdminGift,
})

export const GiftChange = GiftFields.partial().extend({ giftId: id })
export type GiftChange = z.output<typeof GiftChange>

export const changeGift = endpoint('PUT /api/admin/gifts/:giftId', 'admin', {
  summary: 'Change what is given of a wish; once it is given, whether it may be given again stays as it is',
  input: GiftChange,
  output: AdminGift,
  problems: ['GIFT_GIVEN'],
})

export const removeGift = endpoint('DELETE /api/admin/gifts/:giftId', 'admin', {
  summary: 'Erase a wish, or take it off the list when anyone ever tried to give it',
  input: z.object({ giftId: id }),
  output: z.null(),
})

export const reorderGifts = endpoint('POST /api/admin/gifts/order', 'admin', {
  summary: 'Put wishes in this order, before all that are not named',
  input: z.object({ giftIds: z.array(z.guid()).min(1).max(500) }),
  output: z.array(AdminGift),
  status: 200,
})

/** Maximum bytes of an uploaded picture. */
export const MAX_GIFT_PICTURE_BYTES = 20 * 1024 * 1024

export const uploadGiftPicture = endpoint('POST /api/admin/gifts/:giftId/picture', 'admin', {
  summary: 'Another picture: multipart, the field `picture`, a JPEG, PNG or WebP of up to 20 MB',
  input: z.object({ giftId: id }),
  output: z.object({ imageUrl: z.string() }),
  status: 200,
})

export const removeGiftPicture = endpoint('DELETE /api/admin/gifts/:giftId/picture', 'admin', {
  summary: 'Have no picture any more; 404 when there is none',
  input: z.object({ giftId: id }),
  output: z.null(),
})

export const listGiftOwners = endpoint('GET /api/admin/gifts/owners', 'admin', {
  summary: 'Who can be given something: creators first, then admins',
  output: z.array(z.object({ id, displayName: z.string() })),
})

/** A gift purchase as an admin sees it. */
export const AdminGiftPurchase = GiftPurchase.extend({
  giftId: id,
  ownerName: z.string(),
  buyerId: id,
  /** The buyer's account name, also when the buyer is anonymous to the creator. */
  email: z.string(),
  buyerName: z.string().nullable(),
  paidAt: dateTime.nullable(),
})
export type AdminGiftPurchase = z.output<typeof AdminGiftPurchase>

export const listGiftPurchases = endpoint('GET /api/admin/gift-purchases', 'admin', {
  summary: 'What was given, and what was not in the end; newest first, a page at a time',
  input: z.object({
    giftId: z.guid().optional(),
    status: GiftPurchaseStatus.optional(),
    ...pageFields(25),
  }),
  /** Its total is at most 10,000. */
  output: pageOf(AdminGiftPurchase),
})

export const refundGiftPurchase = endpoint('POST /api/admin/gift-purchases/:purchaseId/refund', 'admin', {
  summary: 'Give all of the money of a gift back; a single one can then be given again',
  confirmation: 'recent',
  idempotent: true,
  input: z.object({
    purchaseId: id,
    reason: typedText('Vul een reden in.').max(200, 'Gebruik hoogstens 200 tekens.').default(''),
  }),
  output: z.object({ refundId: id, amount: cents }),
  problems: ['ORDER_NOT_PAID', 'REFUND_TOO_LARGE'],
})
