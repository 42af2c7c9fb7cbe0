import { useSyncExternalStore } from 'react'
import { CONSENT_TEXT_VERSION } from '../../wire/consent.ts'

/** A visitor's consent to storage and analytics; necessary storage is always on. */
export interface ConsentPreferences {
  necessary: true
  analytics: boolean
  functional: boolean
}

export const necessaryConsent: ConsentPreferences = { necessary: true, analytics: false, functional: false }
export const fullConsent: ConsentPreferences = { necessary: true, analytics: true, functional: true }

/** Keys in `localStorage`: the version of the text that was chosen about, the choice, and the number under which it is kept as proof. */
const CHOSEN = 'cookie-consent'
const CHOICE = 'cookie-preferences'
const NUMBER = 'cookie-consent-number'
/** When the last choice was made, until the server has the proof of it. */
const UNSENT = 'cookie-consent-unsent'

/** Before versions were stored, the text was the first one. */
const isAnswered = (version: string | null): boolean =>
  version === CONSENT_TEXT_VERSION || (version === 'true' && CONSENT_TEXT_VERSION === '1')

/** Keys that stay in `localStorage` with functional consent; otherwise in `sessionStorage`, until the tab closes. */
const functionalKeys = ['gloed-patterns', 'gloed-shortcuts', 'gloed-intiface'] as const
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
    if (!isAnswered(localStorage.getItem(CHOSEN))) return null
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
    localStorage.setItem(CHOSEN, CONSENT_TEXT_VERSION)
    localStorage.setItem(CHOICE, JSON.stringify(chosen))
    noteProof(chosen)
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

/** The first consent makes a number. Who refuses everything, and consented to nothing before, gets none. */
function noteProof({ analytics, functional }: ConsentPreferences): void {
  const isConsent = analytics || functional
  if (!isConsent && localStorage.getItem(NUMBER) === null) return
  if (localStorage.getItem(NUMBER) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    localStorage.setItem(NUMBER, Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(''))
  }
  localStorage.setItem(UNSENT, new Date().toISOString())
}

/** A choice as it is kept as proof. */
export interface ConsentProof {
  number: string
  textVersion: typeof CONSENT_TEXT_VERSION
  chosenAt?: string
  analytics: boolean
  functional: boolean
}

/** The last choice, if the server does not have it yet. */
export function unsentProof(): ConsentProof | null {
  try {
    const number = localStorage.getItem(NUMBER)
    const chosen = readStoredConsent()
    const unsent = localStorage.getItem(UNSENT)
    if (unsent === null || number === null || chosen === null) return null
    const { analytics, functional } = chosen
    const proof = { number, textVersion: CONSENT_TEXT_VERSION, analytics, functional } as const
    // Before times were stored, it was a 1.
    return unsent === '1' ? proof : { ...proof, chosenAt: unsent }
  } catch {
    return null
  }
}

/** The server has the proof; after everything was taken back nothing stays of it here. */
export function markProofSent({ analytics, functional }: ConsentProof): void {
  localStorage.removeItem(UNSENT)
  if (!analytics && !functional) localStorage.removeItem(NUMBER)
}

/** The number under which the proof is kept; null without consent. */
export function readConsentNumber(): string | null {
  try {
    return localStorage.getItem(NUMBER)
  } catch {
    return null
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
