import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'

type Keys = Pick<Platform, 'keyFor'>

const sign = ({ keyFor }: Keys, noticeId: string): Buffer =>
  createHmac('sha256', keyFor('recall-notice')).update(noticeId).digest()

/** The token of a mailed link, the same each time: it shows a public text, and says who read it. */
export const recallToken = (keys: Keys, noticeId: string): string =>
  `${noticeId}.${sign(keys, noticeId).toString('base64url')}`

/** The notice that a token belongs to. @throws Problem TOKEN_INVALID */
export function readRecallToken(keys: Keys, token: string): string {
  const [noticeId = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(keys, noticeId)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem('TOKEN_INVALID')
  return noticeId
}
