import { messageContent } from '../../live/messages/service.ts'
import { hashStoredTokens } from '../../live/toys/linkToken.service.ts'
import { giftCardCodeText } from '../../money/credit/giftCards.service.ts'
import { giftCardMessage, removeMailedMessages } from '../../money/credit/giftMessage.service.ts'
import {
  appealText,
  decisionReasons,
  removeMailedReasons,
  reportContentText,
} from '../../people/contentReports/content.service.ts'
import { createSecretCipher, reencryptTotpSecrets } from '../../people/security/secretCipher.service.ts'
import type { Config } from '../../platform/config.ts'
import type { EncryptedField } from '../../platform/dataCipher.ts'
import { openShopKeys, rewrapKeys } from '../../platform/dataKeys.ts'
import type { Db } from '../../platform/db.ts'
import { rotateDataKeys } from '../../platform/keyRotation.ts'
import { removeMailedAnswers, supportMessageText } from '../../shop/support/messageText.service.ts'
import { lineMessage, moveLineMessages, orderComments } from '../../shop/orders/orderText.service.ts'
import {
  nameNotes,
  removeMailedWithdrawalTexts,
  withdrawalAnswer,
  withdrawalNote,
  withdrawalRemark,
} from '../../shop/withdrawals/text.service.ts'
import { noteText } from '../notes/service.ts'
import { exportFileKey } from '../privacy/export.service.ts'

/** All that is encrypted with data keys. */
export const encryptedFields: readonly EncryptedField[] = [
  messageContent,
  supportMessageText,
  noteText,
  exportFileKey,
  giftCardCodeText,
  reportContentText,
  appealText,
  decisionReasons,
  giftCardMessage,
  lineMessage,
  orderComments,
  withdrawalRemark,
  withdrawalAnswer,
  withdrawalNote,
]

const USAGE = 'Gebruik: keys:rotate [--accept-loss]'

/**
 * Runs `npm run keys:rotate`: encrypts everything with a new key, what is not encrypted yet included. With `SESSION_SECRET_BEFORE` first
 * replaces that secret, in one transaction. Both may be repeated.
 * @returns what to print, and whether all could be read
 */
export async function rotateKeys(
  { db, config, now }: { db: Db; config: Config; now: () => Date },
  args: readonly string[],
): Promise<{ isDone: boolean; message: string }> {
  if (args.some(arg => arg !== '--accept-loss') || args.length > 1) return { isDone: false, message: USAGE }
  const keys = await openShopKeys(db, config, { acceptsLoss: args.length > 0 })
  const lines: string[] = []
  let lostLogins = 0
  if (keys.earlierKeyFor) {
    lostLogins = await db.transaction(async tx => {
      await rewrapKeys(tx, keys)
      return reencryptTotpSecrets(tx, createSecretCipher(keys))
    })
    lines.push('Het geheim is vervangen: haal SESSION_SECRET_BEFORE weg en herstart alle nodes.')
  }
  await moveLineMessages(db)
  await nameNotes(db)
  const result = await rotateDataKeys({ db, wrapper: keys.wrapper, now: now() }, encryptedFields)
  await removeMailedAnswers(db)
  await removeMailedMessages(db)
  await removeMailedReasons(db)
  await removeMailedWithdrawalTexts(db)
  await hashStoredTokens(db)
  lines.push(
    `${result.texts} teksten versleuteld met een nieuwe sleutel, ${result.removedKeys} oude sleutels weggedaan.`,
  )
  if (result.unreadable > 0)
    lines.push(`${result.unreadable} teksten zijn niet te lezen en bleven zoals ze waren.`)
  if (lostLogins > 0)
    lines.push(`${lostLogins} geheimen van inlogcodes zijn niet te lezen en bleven zoals ze waren.`)
  return { isDone: result.unreadable + lostLogins === 0, message: lines.join('\n') }
}
