import type { Platform } from '../../platform/platform.ts'
import { isSameSecret, sign } from '../../platform/crypto/signature.ts'
import { Problem } from '../../wire/problem.ts'

type Keys = Pick<Platform, 'keyFor'>

const signatureOf = ({ keyFor }: Keys, noticeId: string): string => sign(keyFor('recall-notice'), noticeId)

/** The token of a mailed link, the same each time: it shows a public text, and says who read it. */
export const recallToken = (keys: Keys, noticeId: string): string =>
  `${noticeId}.${signatureOf(keys, noticeId)}`

/** The notice that a token belongs to. @throws Problem TOKEN_INVALID */
export function readRecallToken(keys: Keys, token: string): string {
  const [noticeId = '', signature = ''] = token.split('.')
  if (!isSameSecret(signature, signatureOf(keys, noticeId))) throw new Problem('TOKEN_INVALID')
  return noticeId
}
