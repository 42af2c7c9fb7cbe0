import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** What a visitor allows to be kept, or counted; what the shop can't do without is always on. */
export const Preferences = z.object({
  necessary: z.literal(true),
  analytics: z.boolean(),
  functional: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

export const onlyNecessary: Preferences = { necessary: true, analytics: false, functional: false }
export const everything: Preferences = { necessary: true, analytics: true, functional: true }

/** In `localStorage`: that one has chosen, and what. */
const CHOSEN = 'cookie-consent'
const CHOICE = 'cookie-preferences'

/** What else stays in the browser for a later visit, where that is allowed; else until the tab closes. */
const functional = ['gloed-patterns'] as const
type Functional = (typeof functional)[number]

interface Standing {
  /** Null while nothing was chosen. */
  chosen: Preferences | null
  /** The settings were asked for, from wherever. */
  isAsked: boolean
}

let standing: Standing | null = null
const listeners = new Set<() => void>()

function read(): Preferences | null {
  try {
    if (localStorage.getItem(CHOSEN) !== 'true') return null
    return Preferences.safeParse(JSON.parse(localStorage.getItem(CHOICE) ?? 'null')).data ?? null
  } catch {
    // Where nothing may be kept, or something else stands there, nothing was chosen.
    return null
  }
}

const now = (): Standing => (standing ??= { chosen: read(), isAsked: false })

function become(next: Standing): void {
  standing = next
  for (const listener of listeners) listener()
}

/** Keeps what was chosen. Where nothing can be kept it holds as long as the page. */
export function choose(chosen: Preferences): void {
  try {
    localStorage.setItem(CHOSEN, 'true')
    localStorage.setItem(CHOICE, JSON.stringify(chosen))
    become({ chosen, isAsked: false })
    for (const key of functional) {
      const text = recall(key)
      if (text !== null) remember(key, text)
    }
  } catch {
    // It is asked again at the next visit.
    become({ chosen, isAsked: false })
  }
}

export const recall = (key: Functional): string | null =>
  localStorage.getItem(key) ?? sessionStorage.getItem(key)

export function remember(key: Functional, text: string): void {
  const [place, other] = allows('functional')
    ? [localStorage, sessionStorage]
    : [sessionStorage, localStorage]
  other.removeItem(key)
  place.setItem(key, text)
}

/** Opens the settings, or closes them without a choice. */
export const askConsent = (isAsked: boolean): void => become({ ...now(), isAsked })

/** Whether something may be kept or counted: not before it was allowed. */
export const allows = (what: 'analytics' | 'functional'): boolean =>
  (now().chosen?.[what] ?? false) && !(what === 'analytics' && wantsNoTracking())

/** The browser says for its owner that nobody is to follow them; that counts as a no, whatever was chosen. */
export function wantsNoTracking(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Calls back after every change. @returns what ends that */
export function onConsent(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key === CHOICE || key === CHOSEN || key === null) become({ ...now(), chosen: read() })
  }
  listeners.add(listener)
  window.addEventListener('storage', onOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onOtherTab)
  }
}

/** Undefined while a page from the server is not alive yet: there, nobody knows. */
export const useConsent = (): Standing | undefined =>
  useSyncExternalStore<Standing | undefined>(onConsent, now, () => undefined)
