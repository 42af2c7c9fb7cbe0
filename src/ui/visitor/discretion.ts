import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readCookie } from '../../wire/cookies.ts'
import { onConsentChange } from './consent.ts'
import { savePreferenceCookie } from './preferenceCookie.ts'

/** The title of every tab with the neutral title. */
export const NEUTRAL_TITLE = 'Notities'

/** Whether tabs have a neutral title and icon, from a Cookie header. */
export const isDiscreet = (cookies: string | undefined): boolean =>
  readCookie(cookies, 'gloed_discreet') === '1'

/** Where three times Escape leads to; null when the quick exit is off. */
export function exitUrlOf(cookies: string): string | null {
  const value = readCookie(cookies, 'gloed_exit')
  try {
    return value === undefined ? null : toExitUrl(decodeURIComponent(value))
  } catch {
    return null
  }
}

/** The URL of a typed address, with or without `https://`; null for an invalid one. */
export function toExitUrl(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' ? url.href : null
}

const saveDiscreet = (isOn: boolean): void => savePreferenceCookie('gloed_discreet', isOn ? '1' : null)

const listeners = new Set<() => void>()

/** @param url of `toExitUrl`, or null to switch the quick exit off */
export function saveExitUrl(url: string | null): void {
  savePreferenceCookie('gloed_exit', url && encodeURIComponent(url))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Null before hydration: the server does not need it. */
export const useExitUrl = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => exitUrlOf(document.cookie),
    () => null,
  )

/** Saves both again when the consent changes, which determines how long the cookies live. */
function renewDiscretion(): void {
  if (isDiscreet(document.cookie)) saveDiscreet(true)
  const url = exitUrlOf(document.cookie)
  if (url) saveExitUrl(url)
}

interface Discretion {
  isDiscreet: boolean
  setDiscreet: (isOn: boolean) => void
}

export const DiscretionContext = createContext<Discretion>({
  isDiscreet: false,
  setDiscreet: () => undefined,
})

/** The state of the document. */
export function useDiscretionState(initial: boolean): Discretion {
  const [isDiscreet, setIsDiscreet] = useState(initial)
  useEffect(() => onConsentChange(renewDiscretion), [])
  return useMemo(
    () => ({ isDiscreet, setDiscreet: isOn => (saveDiscreet(isOn), setIsDiscreet(isOn)) }),
    [isDiscreet],
  )
}

export const useDiscretion = () => use(DiscretionContext)

declare global {
  interface Window {
    /** Leaves for the neutral site at once, by `beforePaint.js`. */
    __LEAVE__?: () => void
  }
}
