import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import {
  decryptOptionalTexts,
  encryptOptionalText,
  optionalTextField,
  type OptionalTextColumns,
} from '../../platform/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { orderItems, orders } from './table.ts'

type Cipher = Pick<Platform, 'dataCipher'>

/** What the buyer wrote with an order. */
export const orderComments = optionalTextField(orders, 'comments')
/** What goes with the gift cards of a line. */
export const lineMessage = optionalTextField(orderItems, 'giftMessage')

/** Orders with what their buyers wrote. */
export const decryptComments = <Order extends { id: string }>(
  { db, dataCipher }: Cipher & { db: Db },
  found: readonly (Order & OptionalTextColumns<'comments'>)[],
) => decryptOptionalTexts(dataCipher, db, orderComments, found)

/** Lines with what goes with their gift cards. */
export const decryptLineMessages = <Line extends { id: string }>(
  { db, dataCipher }: Cipher & { db: Db },
  lines: readonly (Line & OptionalTextColumns<'giftMessage'>)[],
) => decryptOptionalTexts(dataCipher, db, lineMessage, lines)

export const encryptComments = ({ dataCipher }: Cipher, tx: Tx, id: string, text: string | null) =>
  encryptOptionalText(dataCipher, tx, orderComments, { id, text })

export const encryptLineMessage = ({ dataCipher }: Cipher, tx: Tx, id: string, text: string | null) =>
  encryptOptionalText(dataCipher, tx, lineMessage, { id, text })

/** Takes the messages of lines of before out of their deliveries, so that they are encrypted with the others. */
export async function moveLineMessages(db: Db): Promise<void> {
  await db.execute(sql`
    update ${orderItems}
    set gift_message = nullif(gift_card ->> 'message', ''), gift_card = gift_card - 'message'
    where gift_card ? 'message' and gift_message_encrypted is null`)
}
