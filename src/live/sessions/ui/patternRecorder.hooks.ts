import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CUSTOM_PATTERN_STEPS, PATTERN_STEP_MS } from '../../toys/pattern.rules.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useControlState, type CommandSender } from './commandSender.hooks.ts'
import { saveCustomPattern } from './customPatterns.hooks.ts'
import { recordingToPattern } from './recording.rules.ts'
import { outputStrengthAt } from '../engine/toyOutput.rules.ts'

export interface PatternRecorder {
  /** How long the recording has run, in milliseconds; null without one. */
  elapsedMs: number | null
  start: () => void
  finish: () => void
}

/**
 * Records the toy's output as acknowledged by the server. The recording is stored and plays in a loop; a stop also ends the
 * recording, and then nothing plays.
 */
export function usePatternRecorder(
  sender: CommandSender,
  enabled: boolean,
  onPlay: (pattern: string) => void,
): PatternRecorder {
  const [elapsedMs, setElapsedMs] = useState<number | null>(null)
  const samples = useRef<number[]>([])
  const startedAt = useRef(0)
  const { isStopping: stopping } = useControlState(sender)
  const isRecording = elapsedMs !== null

  const end = (plays: boolean) => {
    setElapsedMs(null)
    const pattern = recordingToPattern(samples.current)
    if (!pattern) return toast({ title: 'Niets opgenomen', description: 'Speel minstens een seconde.' })
    saveCustomPattern(pattern)
    if (plays) onPlay(pattern)
    toast({ title: 'Patroon bewaard', description: 'Het blijft op dit apparaat.' })
  }
  const onEnd = useEffectEvent(end)

  useEffect(() => {
    if (!isRecording) return
    const timer = setInterval(() => {
      const now = performance.now()
      const elapsed = now - startedAt.current
      const strength = Math.round(outputStrengthAt(sender.getState().playing, now))
      // A late timer has to record more than one step.
      while (samples.current.length < elapsed / PATTERN_STEP_MS) samples.current.push(strength)
      setElapsedMs(elapsed)
      if (samples.current.length >= CUSTOM_PATTERN_STEPS.most) onEnd(true)
    }, PATTERN_STEP_MS / 2)
    return () => clearInterval(timer)
  }, [sender, isRecording])
  useEffect(() => {
    if (isRecording && (stopping || !enabled)) onEnd(false)
  }, [isRecording, stopping, enabled])

  return {
    elapsedMs,
    start() {
      samples.current = []
      startedAt.current = performance.now()
      setElapsedMs(0)
    },
    finish: () => end(true),
  }
}
