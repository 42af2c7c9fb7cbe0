import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { plural } from '../../../ui/format.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import type { BridgeClient } from './bridgeClient.hooks.ts'
import type { BridgeState } from './bridgeState.hooks.ts'
import {
  badIntifaceVersions,
  INTIFACE_DEFAULT_ADDRESS,
  parseLoopbackAddress,
  type IntifaceVersion,
} from './bridge.rules.ts'
import {
  consumeReloadMarker,
  ensureLocalAccess,
  keepTypedAddress,
  typedAddress,
  useBridgeState,
} from '../studioConnection.hooks.ts'

interface BridgeDialogProps {
  bridge: BridgeClient
  /** The button that opens it. */
  children: ReactNode
}

/** Connects toys of other makes, through a program on this computer. */
export function BridgeDialog({ bridge, children }: BridgeDialogProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void (consumeReloadMarker() && setOpen(true)), [])
  return (
    <Dialog open={isOpen} onOpenChange={next => setOpen(next && ensureLocalAccess())}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent title="Via Intiface" description="Voor toys van andere merken dan Lovense.">
        <div className="grid gap-5">
          <p className="text-ink-soft">
            Start Intiface Central op deze computer en verbind daar je toy. Laat daarna dit tabblad open:
            sluit je het, dan stopt je toy meteen.
          </p>
          <BridgeConnection bridge={bridge} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

function BridgeConnection({ bridge }: { bridge: BridgeClient }) {
  const state = useBridgeState(bridge)
  if (state.phase === 'on') return <Connected state={state} onDisconnect={bridge.disconnect} />
  return (
    <>
      <IntifaceVersionNotice version="unknown" />
      <BridgeErrorNotice state={state} />
      <AddressForm isConnecting={state.phase === 'connecting'} onConnect={bridge.connect} />
    </>
  )
}

interface AddressFormProps {
  isConnecting: boolean
  onConnect: (address: string) => Promise<void>
}

function AddressForm({ isConnecting, onConnect }: AddressFormProps) {
  const [address, setAddress] = useState(typedAddress)
  const [isRefused, setRefused] = useState(false)
  const connect = (event: FormEvent) => {
    event.preventDefault()
    const here = parseLoopbackAddress(address)
    setRefused(here === null)
    if (here !== null) void onConnect(here)
  }
  return (
    <form onSubmit={connect} noValidate className="grid gap-4">
      <Field
        label="Adres van Intiface"
        hint="Staat in Intiface onder Server. Meestal hoef je niets te veranderen."
        error={isRefused ? `Kies een adres op deze computer, zoals ${INTIFACE_DEFAULT_ADDRESS}.` : undefined}
      >
        <Input
          value={address}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={event => {
            setAddress(event.target.value)
            keepTypedAddress(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" busy={isConnecting}>
        Verbinden
      </Button>
    </form>
  )
}

interface ConnectedProps {
  state: Extract<BridgeState, { phase: 'on' }>
  onDisconnect: () => void
}

function Connected({ state: { toys, refused, unusable, isHeard, version }, onDisconnect }: ConnectedProps) {
  const titleId = useId()
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1">
        <p id={titleId} className="font-medium">
          Verbonden, {plural(toys.length, 'toy', 'toys')}
        </p>
        {toys.length + refused.length + unusable.length === 0 && (
          <p className="text-small text-ink-soft">Zet je toy aan; Intiface zoekt haar vanzelf.</p>
        )}
        {!isHeard && (
          <p className="text-small text-ink-soft">Even geen verbinding met de site: je toys staan stil.</p>
        )}
      </div>
      {toys.length > 0 && (
        <ul
          aria-labelledby={titleId}
          className="grid divide-y divide-line rounded-card border border-line px-4"
        >
          {toys.map((name, index) => (
            // Toys of one kind share a name; their order is stable.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${index} ${name}`} className="py-2.5 text-small">
              {name}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Notice tone="error" title={`${nameList.format(refused)} ${isOrAre(refused)} niet verbonden`}>
          Je kunt 10 toys tegelijk verbinden en 30 in totaal hebben. Verwijder in je studio toys die je niet
          meer hebt, of zet er een uit.
        </Notice>
      )}
      {unusable.length > 0 && (
        <Notice
          tone="info"
          title={`${nameList.format(unusable)} ${isOrAre(unusable)} hier niet te gebruiken`}
        >
          Intiface ziet {unusable.length === 1 ? 'dit toestel' : 'deze toestellen'}, maar we kunnen alleen
          toys laten trillen of stoten, niet toys die enkel draaien of naar een stand bewegen.
        </Notice>
      )}
      <IntifaceVersionNotice version={version} />
      <Button variant="secondary" onClick={onDisconnect}>
        Verbinding verbreken
      </Button>
    </div>
  )
}

const nameList = new Intl.ListFormat('nl')
const isOrAre = (names: string[]): string => (names.length === 1 ? 'is' : 'zijn')

const bridgeErrors = {
  unreachable: {
    title: 'Intiface antwoordt niet',
    text: 'Start in Intiface Central de server en probeer het opnieuw. Vraagt je browser om toegang tot dit apparaat, sta dat dan toe.',
  },
  lost: {
    title: 'De verbinding met Intiface is weg',
    text: 'Je toys zijn gestopt. Kijk of Intiface nog draait en verbind opnieuw.',
  },
  unstopped: {
    title: 'Zet je toy nu zelf uit',
    text: 'Intiface bevestigt niet dat ze gestopt is. Houd de knop van je toy ingedrukt tot ze uit is, en verbind daarna opnieuw.',
  },
  lostRunning: {
    title: 'Zet je toy nu zelf uit',
    text: 'Intiface ging weg voor het je toy stopte. Houd de knop van je toy ingedrukt tot ze uit is, en verbind daarna opnieuw.',
  },
  taken: {
    title: 'Verbonden in een ander tabblad',
    text: 'Je toys luisteren nu daar. Wil je het hier, verbind dan opnieuw.',
  },
} as const

/**
 * Names the versions of Intiface that do not always stop, with advice: a loud warning when the program reports such a version.
 */
export function IntifaceVersionNotice({ version }: { version: IntifaceVersion }) {
  if (version === 'other') return null
  const advice = `Kies liever 2.6.8 of een versie na ${badIntifaceVersions}, en houd de knop van je toy binnen bereik.`
  if (version === 'bad')
    return (
      <Notice tone="error" title="Deze versie van Intiface stopt niet altijd">
        Versie {badIntifaceVersions} liet een toy soms doorlopen na een stop. {advice}
      </Notice>
    )
  return (
    <p className="text-small text-ink-soft">
      Versie {badIntifaceVersions} van Intiface Central liet een toy soms doorlopen na een stop. {advice}
    </p>
  )
}

/** The bridge's error, with its solution. */
export function BridgeErrorNotice({ state }: { state: BridgeState }) {
  if (state.phase !== 'failed') return null
  const { title, text } = bridgeErrors[state.why]
  return (
    <Notice tone="error" title={title}>
      {text}
    </Notice>
  )
}
