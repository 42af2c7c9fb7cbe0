import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CONSENT_TEXT_VERSION, CONSENT_TEXT_VERSIONS } from '../../wire/consent.ts'
import { consentText, consentTexts } from './consentText.rules.ts'

/** The digest of each version's words; append, never change. */
const digests: Record<string, string> = {
  1: '8412a0ef5c882e16395683ad199a33ffe6d51cc8f030515f44acfda12a588e4d',
}

it('keeps the words of each version, and has another version when they are others', () => {
  const digestOf = (text: object) => createHash('sha256').update(JSON.stringify(text)).digest('hex')
  const found = Object.entries(consentTexts).map(([version, text]) => [version, digestOf(text)])
  expect(Object.fromEntries(found)).toEqual(digests)
  expect(Object.keys(consentTexts)).toEqual([...CONSENT_TEXT_VERSIONS])
  expect(CONSENT_TEXT_VERSIONS.at(-1)).toBe(CONSENT_TEXT_VERSION)
  expect(consentText).toBe(consentTexts[CONSENT_TEXT_VERSION])
})
