import { useSyncExternalStore } from 'react'
import { readFunctionalItem, storeFunctionalItem } from './visitor/consent.ts'

const KEY = 'gloed-shortcuts'
const listeners = new Set<() => void>()
/** The choice, where storage is unavailable. */
let chosen: boolean | undefined

/** Whether shortcuts of a single character work (WCAG 2.1.4); a setting of this device. */
export function hasCharacterKeys(): boolean {
  try {
    return (chosen ??= readFunctionalItem(KEY) !== 'off')
  } catch {
    return (chosen ??= true)
  }
}

export function setCharacterKeys(isOn: boolean): void {
  chosen = isOn
  try {
    storeFunctionalItem(KEY, isOn ? 'on' : 'off')
  } finally {
    for (const listener of listeners) listener()
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useHasCharacterKeys = (): boolean =>
  useSyncExternalStore(subscribe, hasCharacterKeys, () => true)
