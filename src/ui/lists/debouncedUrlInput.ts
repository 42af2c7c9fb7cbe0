import { useEffect, useEffectEvent, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Milliseconds after the last key press. */
const DEBOUNCE_MS = 200

/** The history state of navigations by typing. */
export const TYPED_NAVIGATION = 'typed'

/**
 * State of an input whose text goes into the URL after a pause in typing. A URL change by typing does not change the input; going
 * back, or a link, does.
 * @param urlText the text in the URL
 */
export function useDebouncedUrlInput(urlText: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(urlText)
  const [seen, setSeen] = useState(urlText)
  const { state } = useLocation() as { state: unknown }
  const isEcho = useNavigationType() !== NavigationType.Pop && state === TYPED_NAVIGATION
  if (seen !== urlText) {
    setSeen(urlText)
    if (!isEcho) setText(urlText)
  }
  const settle = (settled: string) => {
    if (settled.trim() !== urlText) onSettled(settled.trim())
  }
  const whenSettled = useEffectEvent(settle)
  useEffect(() => {
    const timer = setTimeout(() => whenSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  /** Without a pause, when the input was cleared or Enter pressed. */
  const settleNow = (settled: string) => {
    setText(settled)
    settle(settled)
  }
  return { text, setText, settleNow }
}
