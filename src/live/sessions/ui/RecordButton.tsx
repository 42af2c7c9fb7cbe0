import { Circle, Square } from 'lucide-react'
import { Button } from '../../../ui/components/Button.tsx'
import { formatClock } from './serverClock.rules.ts'
import type { PatternRecorder } from './patternRecorder.hooks.ts'

interface RecordButtonProps {
  recorder: PatternRecorder
  disabled: boolean
}

/** Records what the user plays; at the end the recording plays in a loop. */
export function RecordButton({ recorder: { elapsedMs, start, finish }, disabled }: RecordButtonProps) {
  const isRecording = elapsedMs !== null
  return (
    <Button
      variant={isRecording ? 'live' : 'quiet'}
      size="sm"
      className="h-9 px-3"
      disabled={disabled}
      aria-pressed={isRecording}
      onClick={isRecording ? finish : start}
    >
      {isRecording ? (
        <>
          <Square className="fill-current" aria-hidden />
          <span className="figures">Klaar, {formatClock(elapsedMs)}</span>
        </>
      ) : (
        <>
          <Circle className="fill-high text-high" aria-hidden />
          Opnemen
        </>
      )}
    </Button>
  )
}
