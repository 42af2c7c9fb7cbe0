import { afterEach, expect, it, vi } from 'vitest'
import { savePreferenceCookie } from './preferenceCookie.ts'

afterEach(() => vi.unstubAllGlobals())

const saved = (protocol: string, value: string | null): string[] => {
  const written: string[] = []
  const document = {
    set cookie(text: string) {
      written.push(text)
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { location: { protocol } })
  savePreferenceCookie('gloed_theme', value)
  return written
}

it('over HTTPS is of this host alone and sent over nothing else, and without consent goes with the browser', () => {
  expect(saved('https:', 'dark')).toEqual(['__Host-gloed_theme=dark; Path=/; Secure; SameSite=Lax'])
  expect(saved('https:', null)).toEqual(['__Host-gloed_theme=; Path=/; Max-Age=0; Secure; SameSite=Lax'])
  expect(saved('http:', 'dark')).toEqual(['gloed_theme=dark; Path=/; SameSite=Lax'])
})
