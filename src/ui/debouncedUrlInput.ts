import { useEffect, useEffectEvent, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Long enough to type the next letter, short enough to feel at once. */
const SETTLED_MS = 200

/** Marks the steps in history that typing made. */
export const TYPED_NAVIGATION = 'typed'

/**
 * What is typed in a field whose text, once settled, goes into the address. Typing is never overtaken by its own echo
 * from there; a step back, or a link, does change the field.
 * @param inAddress the text as the address has it
 */
export function useDebouncedUrlInput(inAddress: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const { state } = useLocation() as { state: unknown }
  const isEcho = useNavigationType() !== NavigationType.Pop && state === TYPED_NAVIGATION
  if (seen !== inAddress) {
    setSeen(inAddress)
    if (!isEcho) setText(inAddress)
  }
  const settle = (settled: string) => {
    if (settled.trim() !== inAddress) onSettled(settled.trim())
  }
  const whenSettled = useEffectEvent(settle)
  useEffect(() => {
    const timer = setTimeout(() => whenSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  /** Without waiting: the field was cleared, or Enter pressed. */
  const settleNow = (settled: string) => {
    setText(settled)
    settle(settled)
  }
  return { text, setText, settleNow }
}
