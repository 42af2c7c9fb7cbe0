import { TriangleAlert, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { useAlarmSound } from './alarmSound.hooks.ts'
import type { StudioToy } from './contract.ts'
import { useConfirmToyOff } from './hooks.ts'

interface StopAlarmProps {
  toys: StudioToy[]
  /** The program on this computer does not take the stop of a device that ran, or went away before it did; null while all is well. */
  bridge: 'unstopped' | 'lostRunning' | null
}

/** Tells the creator, so that it can't be missed, to switch off a toy that takes no stop; renders nothing while all is well. */
export function StopAlarm({ toys, bridge }: StopAlarmProps) {
  const unstopped = toys.filter(toy => toy.unstoppedAt !== null)
  const [silenced, setSilenced] = useState('')
  const occasion = `${unstopped.map(toy => `${toy.id} ${toy.unstoppedAt}`).join()} ${bridge}`
  const isOn = unstopped.length > 0 || bridge !== null
  const isAudible = isOn && silenced !== occasion
  useAlarmSound(isAudible)
  if (!isOn) return null
  const names = new Intl.ListFormat('nl').format(unstopped.map(({ name }) => name))
  return (
    <section role="alert" className="grid gap-4 rounded-card bg-danger-fill p-5 text-on-accent sm:p-6">
      <div className="flex items-start gap-4">
        <TriangleAlert className="mt-1 size-8 shrink-0" aria-hidden />
        <div className="grid gap-1">
          <h2 className="display text-title">Zet {names || 'je toy'} nu zelf uit</h2>
          <p>
            De stop is niet bevestigd, en ze kan nog lopen. Houd de knop van je toy ingedrukt tot ze uit is.{' '}
            {bridge === 'lostRunning' && unstopped.length === 0
              ? 'Intiface is weg: de stop kunnen we niet herhalen.'
              : 'Wij blijven de stop herhalen.'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {unstopped.map(toy => (
          <SwitchedOffButton key={toy.id} toy={toy} />
        ))}
        {isAudible && (
          <Button variant="secondary" onClick={() => setSilenced(occasion)}>
            <VolumeX aria-hidden />
            Geluid uit
          </Button>
        )}
      </div>
    </section>
  )
}

function SwitchedOffButton({ toy: { id, name } }: { toy: StudioToy }) {
  const { mutate, isPending } = useConfirmToyOff()
  return (
    <Button variant="secondary" busy={isPending} onClick={() => mutate({ toyId: id })}>
      {name} staat uit
    </Button>
  )
}
