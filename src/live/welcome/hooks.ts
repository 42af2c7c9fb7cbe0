import { useEffect, useState } from 'react'
import { apiQuery } from '../../ui/call/hooks.ts'
import type { CommandSender } from '../sessions/ui/commandSender.hooks.ts'
import { outputStrengthAt } from '../sessions/engine/toyOutput.rules.ts'
import { readLiveWelcome } from './contract.ts'
import { FEEL_EVERY_MS, onTimeMs } from './feel.rules.ts'

export const liveWelcomeQuery = apiQuery(['live', 'welcome'], readLiveWelcome, {})

/** Whether this device can vibrate and its user does not ask for calm; false on the server. */
export function useCanFeel(): boolean {
  const [can, set] = useState(false)
  useEffect(() => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
    // A mouse belongs to a computer, whose browser has the function and nothing that vibrates.
    const isHeld = window.matchMedia('(pointer: coarse)')
    const look = () => set('vibrate' in navigator && isHeld.matches && !calm.matches)
    look()
    calm.addEventListener('change', look)
    return () => calm.removeEventListener('change', look)
  }, [])
  return can
}

/** Lets the device vibrate as the toy would. */
export function useFeel(sender: CommandSender, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let wasOn = false
    const timer = setInterval(() => {
      const onMs = onTimeMs(outputStrengthAt(sender.getState().playing, performance.now()))
      if (onMs > 0 || wasOn) navigator.vibrate(onMs)
      wasOn = onMs > 0
    }, FEEL_EVERY_MS)
    return () => {
      clearInterval(timer)
      if (wasOn) navigator.vibrate(0)
    }
  }, [sender, isOn])
}
