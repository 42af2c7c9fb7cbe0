import { useEffect } from 'react'

/** Between two sounds of an alarm, in milliseconds. */
const REPEAT_MS = 1500
/** The tones of one sound, in hertz, and how long each lasts, in seconds. */
const TONES = [880, 660]
const TONE_SECONDS = 0.25

/** Sounds an alarm, and lets a phone vibrate, for as long as it is on. A page that nobody touched yet may be mute. */
export function useAlarmSound(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || typeof AudioContext === 'undefined') return
    const audio = new AudioContext()
    const sound = () => {
      // A browser that saves power suspends it.
      audio.resume().catch(() => undefined)
      TONES.forEach((frequency, index) =>
        playTone(audio, frequency, audio.currentTime + index * TONE_SECONDS),
      )
      if ('vibrate' in navigator) navigator.vibrate([400, 150, 400])
    }
    sound()
    const timer = setInterval(sound, REPEAT_MS)
    return () => {
      clearInterval(timer)
      void audio.close()
    }
  }, [isOn])
}

function playTone(audio: AudioContext, frequency: number, at: number): void {
  const tone = new OscillatorNode(audio, { frequency, type: 'square' })
  const volume = new GainNode(audio, { gain: 0.3 })
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + TONE_SECONDS)
}
