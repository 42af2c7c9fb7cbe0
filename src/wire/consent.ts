/**
 * The versions of the question to visitors about cookies; `people/legal/consentText.rules.ts` has their words. Append, never
 * change.
 */
export const CONSENT_TEXT_VERSIONS = ['1'] as const

/** The version that is asked now. Another one asks everybody again. */
export const CONSENT_TEXT_VERSION = '1' satisfies (typeof CONSENT_TEXT_VERSIONS)[number]
