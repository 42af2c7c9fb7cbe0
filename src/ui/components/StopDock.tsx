import { type ReactNode, type RefObject, useEffect, useLayoutEffect } from 'react'
import { cn } from './cn.ts'

interface StopDockProps {
  /** In the last column where there are two, and at the bottom edge of the screen elsewhere. */
  inColumn?: boolean
  children: ReactNode
}

/**
 * The bar with the stop button, on every page that controls a toy. Nothing covers it (decision 051): it has the highest z-index,
 * elements that open at the bottom edge stand above it (`--dock`), and dialogs leave it to pointers, keyboard and screen readers.
 * While a dialog is open it is at the bottom edge everywhere, since a dialog may cover the column.
 */
export function StopDock({ inColumn = false, children }: StopDockProps) {
  useKeyboardHeight()
  return (
    <div
      className={cn(
        inColumn && 'wide:sticky wide:bottom-0 wide:z-70 wide:order-last wide:-mx-1 wide:-mt-2 wide:min-h-23',
      )}
    >
      {/* `aria-live` has no effect by itself: a dialog does not hide live regions from screen readers. */}
      <div
        data-dock={inColumn ? 'stop column' : 'stop'}
        aria-live="off"
        className={cn(
          'pointer-events-auto fixed inset-x-0 bottom-(--keyboard) z-70 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))] backdrop-blur-md print:hidden',
          inColumn &&
            'wide:not-[:root:has([role=dialog])_&]:static wide:not-[:root:has([role=dialog])_&]:border-0 wide:not-[:root:has([role=dialog])_&]:bg-paper wide:not-[:root:has([role=dialog])_&]:px-1 wide:not-[:root:has([role=dialog])_&]:pt-2 wide:not-[:root:has([role=dialog])_&]:backdrop-blur-none',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** An on-screen keyboard covers elements that are fixed at the bottom edge: sets its height, as `--keyboard`. */
function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      // A page that is zoomed in by pinching has a small viewport without any keyboard.
      const height = viewport.scale === 1 ? window.innerHeight - viewport.height - viewport.offsetTop : 0
      style.setProperty('--keyboard', `${Math.max(Math.round(height), 0)}px`)
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}

const findDock = () => document.querySelector('[data-dock~=stop]')

export const isInStopDock = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-dock~=stop]') !== null

const focusable = 'a[href], button, input, select, textarea, [tabindex]'

const focusableIn = (place: Element): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(focusable)].filter(
    each => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  )

/**
 * Lets the focus of an open dialog go to the stop and back: Tab goes around through both. Stands in the dialog's content, so that
 * its listeners come before the ones of Radix that keep the focus inside.
 */
export function StopInReach({ panel }: { panel: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const onFocusIn = (event: FocusEvent) => isInStopDock(event.target) && event.stopImmediatePropagation()
    const onFocusOut = (event: FocusEvent) =>
      isInStopDock(event.relatedTarget) && event.stopImmediatePropagation()
    const onTab = (event: KeyboardEvent) => {
      const dock = findDock()
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || !panel.current || !dock)
        return
      const next = nextAround(focusableIn(panel.current), focusableIn(dock), event.shiftKey)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      next.focus()
    }
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    document.addEventListener('keydown', onTab, true)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      document.removeEventListener('keydown', onTab, true)
    }
  }, [panel])
  return null
}

/** Where Tab goes at the edges of the dialog and of the dock; undefined between them, where the browser knows. */
function nextAround(
  inDialog: HTMLElement[],
  inDock: HTMLElement[],
  isBack: boolean,
): HTMLElement | undefined {
  const active = document.activeElement
  const [leave, enter] = isBack ? ([0, -1] as const) : ([-1, 0] as const)
  if (active === inDialog.at(leave)) return inDock.at(enter)
  if (active === inDock.at(leave)) return inDialog.at(enter)
  return undefined
}
