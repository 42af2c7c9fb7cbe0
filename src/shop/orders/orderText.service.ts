import type { Db, Tx } from '../../platform/db/db.ts'
import {
  decryptOptionalTexts,
  encryptOptionalText,
  optionalTextField,
  type OptionalTextColumns,
} from '../../platform/crypto/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { orderItems, orders } from './table.ts'

type Cipher = Pick<Platform, 'dataCipher'>

/** The comments of the buyer on an order. */
export const orderComments = optionalTextField(orders, 'comments')
/** The message with the gift cards of a line. */
export const lineMessage = optionalTextField(orderItems, 'giftMessage')

/** Orders with the texts of their buyers. */
export const decryptComments = <Order extends { id: string }>(
  { db, dataCipher }: Cipher & { db: Db },
  found: readonly (Order & OptionalTextColumns<'comments'>)[],
) => decryptOptionalTexts(dataCipher, db, orderComments, found)

/** Lines with the texts of their gift cards. */
export const decryptLineMessages = <Line extends { id: string }>(
  { db, dataCipher }: Cipher & { db: Db },
  lines: readonly (Line & OptionalTextColumns<'giftMessage'>)[],
) => decryptOptionalTexts(dataCipher, db, lineMessage, lines)

export const encryptComments = ({ dataCipher }: Cipher, tx: Tx, id: string, text: string | null) =>
  encryptOptionalText(dataCipher, tx, orderComments, { id, text })

export const encryptLineMessage = ({ dataCipher }: Cipher, tx: Tx, id: string, text: string | null) =>
  encryptOptionalText(dataCipher, tx, lineMessage, { id, text })
