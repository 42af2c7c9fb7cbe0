import { afterEach, expect, it, vi } from 'vitest'
import { savePreferenceCookie } from './preferenceCookie.ts'

afterEach(() => vi.unstubAllGlobals())

const saved = (protocol: string, value: string | null): string => {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { location: { protocol } })
  savePreferenceCookie('gloed_theme', value)
  return document.cookie
}

it('over HTTPS is sent over nothing else, and without consent goes with the browser', () => {
  expect(saved('https:', 'dark')).toBe('gloed_theme=dark; Path=/; Secure; SameSite=Lax')
  expect(saved('http:', 'dark')).toBe('gloed_theme=dark; Path=/; SameSite=Lax')
  expect(saved('https:', null)).toBe('gloed_theme=; Path=/; Max-Age=0; Secure; SameSite=Lax')
})
