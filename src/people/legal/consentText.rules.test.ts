import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CONSENT_TEXT_VERSION } from '../../wire/consent.ts'
import { consentText } from './consentText.rules.ts'

/** The digest of each version's words; append, never change. */
const digests: Record<string, string> = {
  1: '8412a0ef5c882e16395683ad199a33ffe6d51cc8f030515f44acfda12a588e4d',
}

it('has another version when its words are others, so that everybody is asked again', () => {
  const digest = createHash('sha256').update(JSON.stringify(consentText)).digest('hex')
  expect(digest).toBe(digests[CONSENT_TEXT_VERSION])
})
