import { useEffect, useEffectEvent } from 'react'

/*
 * Back closes the dialogs and drawers that are open on a page, level by level, before it leaves the page: each level has an entry
 * of its own in the browser's history, with the address and the router's state of the page, so that the router has nothing to do
 * between them. They are added while somebody presses, never by Back itself: browsers skip such entries.
 */

const levelOf = (state: unknown): number => (state as { level?: number } | null)?.level ?? 0

let wanted = 0
/** The address on which levels are open. */
let address = ''
/** The history is on its way to the entry of the level that is wanted. */
let isMoving = false
let answerBack: (left: number) => void = () => undefined

/** Adds the entries that are wanted, or leaves those that are not. */
function syncBackLevels(): void {
  const level = levelOf(history.state)
  if (isMoving || level === wanted) return
  isMoving = level > wanted
  if (isMoving) return history.go(wanted - level)
  address = location.href
  for (let next = level + 1; next <= wanted; next += 1)
    history.pushState({ ...(history.state as object | null), level: next }, '')
}

function onPopState(event: PopStateEvent): void {
  const level = levelOf(event.state)
  if (isMoving) {
    isMoving = false
    event.stopImmediatePropagation()
    return syncBackLevels()
  }
  // Forward does not open a closed level again. The router must handle it too: it may lead to another page.
  if (level >= wanted) return syncBackLevels()
  const isSamePage = location.href === address
  if (isSamePage) event.stopImmediatePropagation()
  answerBack(isSamePage ? level : 0)
}
// Before the router's listener.
if (typeof window !== 'undefined') addEventListener('popstate', onPopState, true)

/**
 * @param levels how many are open, such as the steps of a dialog up to the one that is shown; 0 for none
 * @param onBack closes the levels after the one that is left; 0 is left where all are to be closed
 */
export function useBackLevels(levels: number, onBack: (left: number) => void): void {
  const answer = useEffectEvent(onBack)
  useEffect(() => {
    wanted = levels
    answerBack = left => answer(left)
    syncBackLevels()
  }, [levels])
  useEffect(
    () => () => {
      wanted = 0
      syncBackLevels()
    },
    [],
  )
}
