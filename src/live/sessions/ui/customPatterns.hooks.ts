import { useSyncExternalStore } from 'react'
import { toast, undoableToast } from '../../../ui/dialogs/toast.ts'
import { readFunctionalItem, storeFunctionalItem } from '../../../ui/visitor/consent.ts'
import { patternStrengths } from '../../toys/pattern.rules.ts'
import { addCustomPattern } from './recording.rules.ts'

const KEY = 'gloed-patterns'
const isPattern = (value: unknown): value is string =>
  typeof value === 'string' && patternStrengths(value) !== null

const none: readonly string[] = []
const listeners = new Set<() => void>()
let kept: readonly string[] | null = null

const ownPatterns = (): readonly string[] => (kept ??= read())

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readFunctionalItem(KEY) ?? '[]')
    return Array.isArray(stored) && stored.every(isPattern) ? stored : none
  } catch {
    return none
  }
}

function write(next: readonly string[]): void {
  kept = next
  try {
    storeFunctionalItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Stores a custom pattern, on this device only. */
export const saveCustomPattern = (pattern: string): void => write(addCustomPattern(ownPatterns(), pattern))

/** Deletes a custom pattern at once; the toast puts all back as they were. */
export function deleteCustomPattern(pattern: string): void {
  const before = ownPatterns()
  write(before.filter(each => each !== pattern))
  toast(undoableToast('Patroon weggegooid', () => write(before)))
}

/** The custom patterns, the newest first. */
export const useCustomPatterns = (): readonly string[] =>
  useSyncExternalStore(subscribe, ownPatterns, () => none)
