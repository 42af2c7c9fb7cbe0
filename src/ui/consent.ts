import { useSyncExternalStore } from 'react'

/** A visitor's consent to storage and analytics; necessary storage is always on. */
export interface ConsentPreferences {
  necessary: true
  analytics: boolean
  functional: boolean
}

export const necessaryConsent: ConsentPreferences = { necessary: true, analytics: false, functional: false }
export const fullConsent: ConsentPreferences = { necessary: true, analytics: true, functional: true }

/** Keys in `localStorage`: that a choice was made, and which. */
const CHOSEN = 'cookie-consent'
const CHOICE = 'cookie-preferences'

/** Keys that stay in `localStorage` with functional consent; otherwise in `sessionStorage`, until the tab closes. */
const functionalKeys = ['gloed-patterns', 'gloed-shortcuts'] as const
type FunctionalKey = (typeof functionalKeys)[number]

interface ConsentState {
  /** Null before a choice. */
  preferences: ConsentPreferences | null
  /** Whether the settings were opened by a button. */
  isDialogOpen: boolean
}

let consentState: ConsentState | null = null
const listeners = new Set<() => void>()

function readStoredConsent(): ConsentPreferences | null {
  try {
    if (localStorage.getItem(CHOSEN) !== 'true') return null
    const stored: unknown = JSON.parse(localStorage.getItem(CHOICE) ?? 'null')
    return isConsent(stored) ? stored : null
  } catch {
    // Unavailable storage or an invalid value counts as no choice.
    return null
  }
}

const isConsent = (value: unknown): value is ConsentPreferences =>
  typeof value === 'object' &&
  value !== null &&
  'necessary' in value &&
  value.necessary === true &&
  'analytics' in value &&
  typeof value.analytics === 'boolean' &&
  'functional' in value &&
  typeof value.functional === 'boolean'

const currentConsent = (): ConsentState =>
  (consentState ??= { preferences: readStoredConsent(), isDialogOpen: false })

function setConsentState(next: ConsentState): void {
  consentState = next
  for (const listener of listeners) listener()
}

/** Stores the choice; without storage it lasts until the page is closed. */
export function saveConsent(chosen: ConsentPreferences): void {
  try {
    localStorage.setItem(CHOSEN, 'true')
    localStorage.setItem(CHOICE, JSON.stringify(chosen))
    if (!chosen.functional) forgetRecentlyViewed()
    setConsentState({ preferences: chosen, isDialogOpen: false })
    for (const key of functionalKeys) {
      const text = readFunctionalItem(key)
      if (text !== null) storeFunctionalItem(key, text)
    }
  } catch {
    // Without storage the visitor is asked again at the next visit.
    setConsentState({ preferences: chosen, isDialogOpen: false })
  }
}

/** The products that were looked at last: kept with functional consent only, until signing out, the quick exit or a button. */
export const RECENTLY_VIEWED_KEY = 'gloed-recent'

export function forgetRecentlyViewed(): void {
  try {
    localStorage.removeItem(RECENTLY_VIEWED_KEY)
  } catch {
    // Without storage nothing was kept.
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

/** Whether the visitor consented to this purpose; false before a choice. */
export const hasConsent = (what: 'analytics' | 'functional'): boolean =>
  (currentConsent().preferences?.[what] ?? false) && !(what === 'analytics' && optsOutOfTracking())

/** Whether the browser sends Do Not Track or Global Privacy Control, which overrides consent to analytics. */
export function optsOutOfTracking(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Calls back after every change. @returns a function that unsubscribes */
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

/** Undefined before hydration, because the server does not know the choice. */
export const useConsent = (): ConsentState | undefined =>
  useSyncExternalStore<ConsentState | undefined>(onConsentChange, currentConsent, () => undefined)
