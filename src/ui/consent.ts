import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** What a visitor allows to be kept, or counted; what the shop can't do without is always on. */
export const ConsentPreferences = z.object({
  necessary: z.literal(true),
  analytics: z.boolean(),
  functional: z.boolean(),
})
export type ConsentPreferences = z.output<typeof ConsentPreferences>

export const necessaryConsent: ConsentPreferences = { necessary: true, analytics: false, functional: false }
export const fullConsent: ConsentPreferences = { necessary: true, analytics: true, functional: true }

/** In `localStorage`: that one has chosen, and what. */
const CHOSEN = 'cookie-consent'
const CHOICE = 'cookie-preferences'

/** What else stays in the browser for a later visit, where that is allowed; else until the tab closes. */
const functionalKeys = ['gloed-patterns'] as const
type FunctionalKey = (typeof functionalKeys)[number]

interface ConsentState {
  /** Null while nothing was chosen. */
  preferences: ConsentPreferences | null
  /** The settings were asked for, from wherever. */
  isDialogOpen: boolean
}

let consentState: ConsentState | null = null
const listeners = new Set<() => void>()

function readStoredConsent(): ConsentPreferences | null {
  try {
    if (localStorage.getItem(CHOSEN) !== 'true') return null
    return ConsentPreferences.safeParse(JSON.parse(localStorage.getItem(CHOICE) ?? 'null')).data ?? null
  } catch {
    // Where nothing may be kept, or something else stands there, nothing was chosen.
    return null
  }
}

const currentConsent = (): ConsentState =>
  (consentState ??= { preferences: readStoredConsent(), isDialogOpen: false })

function setConsentState(next: ConsentState): void {
  consentState = next
  for (const listener of listeners) listener()
}

/** Keeps what was chosen. Where nothing can be kept it holds as long as the page. */
export function saveConsent(chosen: ConsentPreferences): void {
  try {
    localStorage.setItem(CHOSEN, 'true')
    localStorage.setItem(CHOICE, JSON.stringify(chosen))
    setConsentState({ preferences: chosen, isDialogOpen: false })
    for (const key of functionalKeys) {
      const text = readFunctionalItem(key)
      if (text !== null) storeFunctionalItem(key, text)
    }
  } catch {
    // It is asked again at the next visit.
    setConsentState({ preferences: chosen, isDialogOpen: false })
  }
}

export const readFunctionalItem = (key: FunctionalKey): string | null =>
  localStorage.getItem(key) ?? sessionStorage.getItem(key)

export function storeFunctionalItem(key: FunctionalKey, text: string): void {
  const [place, other] = hasConsent('functional')
    ? [localStorage, sessionStorage]
    : [sessionStorage, localStorage]
  other.removeItem(key)
  place.setItem(key, text)
}

/** Opens the settings, or closes them without a choice. */
export const setConsentDialogOpen = (isAsked: boolean): void =>
  setConsentState({ ...currentConsent(), isDialogOpen: isAsked })

/** Whether something may be kept or counted: not before it was allowed. */
export const hasConsent = (what: 'analytics' | 'functional'): boolean =>
  (currentConsent().preferences?.[what] ?? false) && !(what === 'analytics' && optsOutOfTracking())

/** The browser says for its owner that nobody is to follow them; that counts as a no, whatever was chosen. */
export function optsOutOfTracking(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Calls back after every change. @returns what ends that */
export function onConsentChange(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key === CHOICE || key === CHOSEN || key === null)
      setConsentState({ ...currentConsent(), preferences: readStoredConsent() })
  }
  listeners.add(listener)
  window.addEventListener('storage', onOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onOtherTab)
  }
}

/** Undefined while a page from the server is not alive yet: there, nobody knows. */
export const useConsent = (): ConsentState | undefined =>
  useSyncExternalStore<ConsentState | undefined>(onConsentChange, currentConsent, () => undefined)
