import { Vibrate } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import type { BridgeClient } from './bridgeClient.hooks.ts'
import type { StudioToy } from '../contract.ts'
import { useConfirmToys } from '../hooks.ts'
import { useBridgeState } from '../studioConnection.hooks.ts'
import { type DeviceAnswer, toyLabels, whichToyStep } from './whichToy.rules.ts'

interface WhichToyProps {
  toys: StudioToy[]
  bridge: BridgeClient
}

/** Asks which connected device each toy is, where several share a name; nothing while that is known. */
export function WhichToy({ toys, bridge }: WhichToyProps) {
  const isConnected = useBridgeState(bridge).phase === 'on'
  if (!toys.some(isHeld)) return null
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
          uitzending, met het laagste maximum, tot jij zegt welke toy welke is. Laat ze een voor een trillen
          en kies telkens de toy die je voelt.
        </p>
      </div>
      {isConnected ? (
        <HeldToys toys={toys} bridge={bridge} />
      ) : (
        <Notice tone="info" title="Verbind eerst met Intiface">
          Open je studio op de computer waar je toys mee verbonden zijn.
        </Notice>
      )}
    </section>
  )
}

const isHeld = ({ isOwn, heldDevice }: StudioToy): boolean => isOwn && heldDevice !== null

const noAnswer: DeviceAnswer = { isFelt: false, toyId: null }

/** The devices of one connection, in which each keeps its number: after another one they are to be felt again. */
function HeldToys({ toys, bridge }: WhichToyProps) {
  const confirm = useConfirmToys()
  const stepId = useId()
  const [answers, setAnswers] = useState<Record<number, DeviceAnswer>>({})
  const held = toys
    .filter(isHeld)
    .map(toy => ({ toy, device: toy.heldDevice as number }))
    .toSorted((a, b) => a.device - b.device)
    .map(({ toy, device }) => {
      const options = toys.filter(each => each.isOwn && each.isBridged && each.type === toy.type)
      const { isFelt, toyId } = answers[device] ?? noAnswer
      const isThere = options.some(({ id }) => id === toyId)
      return { toy, device, options, answer: { isFelt, toyId: isThere ? toyId : null } }
    })
  const step = whichToyStep(held.map(({ answer }) => answer))
  const picks = held.flatMap(({ device, answer: { toyId } }) => (toyId === null ? [] : [{ device, toyId }]))
  const change = (device: number, changed: Partial<DeviceAnswer>) =>
    setAnswers(now => ({ ...now, [device]: { ...(now[device] ?? noAnswer), ...changed } }))
  return (
    <>
      {held.map(({ toy, device, options, answer }, at) => (
        <HeldToy
          key={device}
          number={at + 1}
          options={options}
          answer={answer}
          onChoose={toyId => change(device, { toyId })}
          onBuzz={() => bridge.buzz(device, toy.maxIntensity) && change(device, { isFelt: true })}
        />
      ))}
      <p id={stepId} role="status" className="text-small text-ink-soft empty:hidden">
        {step}
      </p>
      <Button
        busy={confirm.isPending}
        disabled={step !== null}
        aria-describedby={stepId}
        onClick={() => confirm.mutate({ toys: picks }, { onSettled: () => setAnswers({}) })}
      >
        Bevestigen
      </Button>
    </>
  )
}

interface HeldToyProps {
  number: number
  /** The toys of its name. */
  options: StudioToy[]
  answer: DeviceAnswer
  onChoose: (toyId: string | null) => void
  onBuzz: () => void
}

/** A connected device: its owner lets it vibrate, and chooses the toy that she feels. */
const HeldToy = ({ number, options, answer, onChoose, onBuzz }: HeldToyProps) => (
  <div className="grid items-end gap-3 sm:grid-cols-[auto_1fr]">
    <Button variant="secondary" onClick={onBuzz}>
      <Vibrate aria-hidden />
      Laat toy {number} kort trillen
    </Button>
    <Field label={`Toy ${number} is`}>
      <Select
        value={answer.toyId ?? ''}
        disabled={!answer.isFelt}
        onChange={event => onChoose(event.target.value || null)}
      >
        <option value="">{answer.isFelt ? 'Kies de toy die je voelde' : 'Laat haar eerst trillen'}</option>
        {toyLabels(options).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  </div>
)
