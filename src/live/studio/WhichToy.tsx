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
  const state = useBridgeState(bridge)
  const confirm = useConfirmToys()
  const [chosen, choose] = useState<Record<number, string>>({})
  const held = toys.filter(({ isOwn, heldDevice }) => isOwn && heldDevice !== null)
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
          uitzending, met het laagste maximum, tot jij zegt welke welke is.
        </p>
      </div>
      {state.phase !== 'on' && (
        <Notice tone="info" title="Verbind eerst met Intiface">
          Open je studio op de computer waar je toys mee verbonden zijn.
        </Notice>
      )}
      {held.map(({ heldDevice, id, type, maxIntensity }, at) => (
        <div key={heldDevice} className="grid items-end gap-3 sm:grid-cols-[auto_1fr]">
          <Button
            variant="secondary"
            disabled={state.phase !== 'on'}
            onClick={() => bridge.buzz(heldDevice as number, maxIntensity)}
          >
            <Vibrate aria-hidden />
            Laat toy {at + 1} kort trillen
          </Button>
          <Field label={`Toy ${at + 1} is`}>
            <Select
              value={chosen[heldDevice as number] ?? id}
              onChange={event => choose({ ...chosen, [heldDevice as number]: event.target.value })}
            >
              {toys
                .filter(toy => toy.isOwn && toy.isBridged && toy.type === type)
                .map((toy, number) => (
                  <option key={toy.id} value={toy.id}>
                    {toy.name} ({number + 1})
                  </option>
                ))}
            </Select>
          </Field>
        </div>
      ))}
      <Button
        busy={confirm.isPending}
        disabled={isUnclear || state.phase !== 'on'}
        onClick={() => confirm.mutate({ toys: picks }, { onSettled: () => choose({}) })}
      >
        Bevestigen
      </Button>
    </section>
  )
}
