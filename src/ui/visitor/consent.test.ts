import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The values that a browser stored. */
const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const choose = (version: string) => {
  stored.set('cookie-consent', version)
  stored.set('cookie-preferences', '{"necessary":true,"analytics":false,"functional":true}')
}

it.each([
  ['1', true],
  // Before versions were stored.
  ['true', true],
  ['0', false],
  ['2', false],
])('takes a choice about version %s of the text as an answer: %s', async (version, isAnswer) => {
  choose(version)
  const { hasConsent } = await import('./consent.ts')
  expect(hasConsent('functional')).toBe(isAnswer)
})

it('sends when the choice was made, also with a later page', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z') })
  vi.stubGlobal('sessionStorage', localStorage)
  const { saveConsent } = await import('./consent.ts')
  saveConsent({ necessary: true, analytics: true, functional: true })
  vi.setSystemTime(new Date('2026-11-28T10:00:00Z'))
  vi.resetModules()
  const { unsentProof } = await import('./consent.ts')
  expect(unsentProof()).toMatchObject({ textVersion: '1', chosenAt: '2026-11-26T10:00:00.000Z' })
  vi.useRealTimers()
})
