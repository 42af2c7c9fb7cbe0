import { Vibrate } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Select } from '../../ui/components/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import type { BridgeClient } from './bridgeClient.hooks.ts'
import type { StudioToy } from './contract.ts'
import { useConfirmToys } from './hooks.ts'
import { useBridgeState } from './studioConnection.hooks.ts'

/** Asks which connected device each toy is, where several share a name; nothing while that is known. */
export function WhichToy({ toys, bridge }: { toys: StudioToy[]; bridge: BridgeClient }) {
  const isConnected = useBridgeState(bridge).phase === 'on'
  const confirm = useConfirmToys()
  const [chosen, choose] = useState<Record<number, string>>({})
  const held = toys
    .filter(({ isOwn, heldDevice }) => isOwn && heldDevice !== null)
    .toSorted((a, b) => (a.heldDevice ?? 0) - (b.heldDevice ?? 0))
  if (held.length === 0) return null
  const picks = held.map(({ heldDevice, id }) => ({
    device: heldDevice as number,
    toyId: chosen[heldDevice as number] ?? id,
  }))
  const isUnclear = new Set(picks.map(({ toyId }) => toyId)).size < picks.length
  return (
    <section
      aria-labelledby="which-toy"
      className="grid gap-4 rounded-card border border-line bg-surface p-5"
    >
      <div className="grid gap-1">
        <h2 id="which-toy" className="display text-subheading">
          Welke toy is welke?
        </h2>
        <p className="text-small text-ink-soft">
          Je hebt toys met dezelfde naam, en hun volgorde kan veranderd zijn. Ze staan stil en zijn uit de
          uitzending, met het laagste maximum, tot jij zegt welke toy welke is.
        </p>
      </div>
      {!isConnected && (
        <Notice tone="info" title="Verbind eerst met Intiface">
          Open je studio op de computer waar je toys mee verbonden zijn.
        </Notice>
      )}
      {held.map((toy, at) => (
        <HeldToy
          key={toy.heldDevice}
          number={at + 1}
          options={toys.filter(each => each.isOwn && each.isBridged && each.type === toy.type)}
          chosen={chosen[toy.heldDevice as number] ?? toy.id}
          onChoose={toyId => choose({ ...chosen, [toy.heldDevice as number]: toyId })}
          onBuzz={isConnected ? () => bridge.buzz(toy.heldDevice as number, toy.maxIntensity) : undefined}
        />
      ))}
      <Button
        busy={confirm.isPending}
        disabled={isUnclear || !isConnected}
        onClick={() => confirm.mutate({ toys: picks }, { onSettled: () => choose({}) })}
      >
        Bevestigen
      </Button>
    </section>
  )
}

interface HeldToyProps {
  number: number
  /** The toys of its name. */
  options: StudioToy[]
  chosen: string
  onChoose: (toyId: string) => void
  /** Undefined while it is not connected to this browser. */
  onBuzz: (() => void) | undefined
}

/** A connected device: what its owner feels, and which toy she says that it is. */
const HeldToy = ({ number, options, chosen, onChoose, onBuzz }: HeldToyProps) => (
  <div className="grid items-end gap-3 sm:grid-cols-[auto_1fr]">
    <Button variant="secondary" disabled={!onBuzz} onClick={onBuzz}>
      <Vibrate aria-hidden />
      Laat toy {number} kort trillen
    </Button>
    <Field label={`Toy ${number} is`}>
      <Select value={chosen} onChange={event => onChoose(event.target.value)}>
        {options.map(({ id, name }, at) => (
          <option key={id} value={id}>
            {name} ({at + 1})
          </option>
        ))}
      </Select>
    </Field>
  </div>
)
