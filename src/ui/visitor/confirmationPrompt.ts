import { useSyncExternalStore } from 'react'
import type { ProblemDetails } from '../../wire/problem.ts'

interface ConfirmationPrompt {
  isOpen: boolean
  /** How the account may confirm, the strongest first, as the server says. */
  methods: readonly string[]
}

let prompt: ConfirmationPrompt = { isOpen: false, methods: [] }
/** The calls that wait for the answer. */
let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

function setPrompt(next: ConfirmationPrompt): void {
  prompt = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm the login. Simultaneous calls wait for one answer.
 * @param details of the problem CONFIRMATION_NEEDED
 * @returns false when the user does not, and where nothing can ask
 */
export function askConfirmation({ methods }: ProblemDetails): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  setPrompt({ isOpen: true, methods: Array.isArray(methods) ? methods.map(String) : [] })
  return new Promise(resolve => waiting.push(resolve))
}

/** Closes the prompt; the calls that wait for it go on, or fail. */
export function answerConfirmation(isConfirmed: boolean): void {
  const answered = waiting
  waiting = []
  setPrompt({ ...prompt, isOpen: false })
  for (const answer of answered) answer(isConfirmed)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const closed: ConfirmationPrompt = { isOpen: false, methods: [] }

export const useConfirmationPrompt = (): ConfirmationPrompt =>
  useSyncExternalStore(
    subscribe,
    () => prompt,
    () => closed,
  )
