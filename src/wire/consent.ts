/**
 * The version of what a visitor is asked about cookies. Another one asks everybody again; `people/legal/consentText.rules.test.ts` says when
 * the text is another.
 */
export const CONSENT_TEXT_VERSION = '1'
