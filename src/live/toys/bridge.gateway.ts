import {
  ToyOfflineError,
  ToyCommandError,
  type ToyDriver,
  type ToyOutput,
  type ToyTarget,
} from './gateway.ts'

/** The provider's own error code for a command that was not carried out, and will not be. */
const CODE_OFFLINE = 507
/** The same, for a command that was superseded. */
const CODE_SUPERSEDED = 409

/** A command to a creator's browser for one of its devices. */
export type BridgeCommand =
  | ({ type: 'run'; id: number; device: number; seconds: number } & Pick<
      ToyOutput,
      'strengths' | 'stepMs' | 'cap'
    >)
  | { type: 'silence'; id: number; device: number }

/** A creator's tab that bridges toys. */
export interface BridgeTab {
  send(order: BridgeCommand): void
}

/** A toy, and its device id on the tab's computer. */
export interface BridgedDevice {
  toyId: string
  device: number
  /** Its owner has to say first which device it is: until then it takes stops only. */
  isHeld: boolean
}

/** The gateway to toys through their owners' browsers that have a socket to this node. */
export class BridgeGateway implements ToyDriver {
  readonly #holders = new Map<string, { tab: BridgeTab; device: number; isHeld: boolean }>()
  readonly #asked = new Map<number, { tab: BridgeTab; answer: PromiseWithResolvers<void> }>()
  /** The fencing token of the last command of each toy. */
  readonly #words = new Map<string, ToyOutput['word']>()
  #asks = 0

  async run(
    { toyId }: ToyTarget,
    { strengths, stepMs, cap, word }: ToyOutput,
    seconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    this.#obey(toyId, word)
    if (this.#holders.get(toyId)?.isHeld)
      throw new ToyOfflineError('its owner has to say which device it is', CODE_OFFLINE)
    await this.#ask(toyId, signal, (id, device) => ({
      type: 'run',
      id,
      device,
      seconds,
      strengths,
      stepMs,
      cap,
    }))
  }

  stop({ toyId }: ToyTarget, signal: AbortSignal): Promise<void> {
    return this.#ask(toyId, signal, (id, device) => ({ type: 'silence', id, device }))
  }

  /** From now on this tab carries out the commands for these toys, and for no others. */
  assignToys(tab: BridgeTab, toys: BridgedDevice[]): void {
    this.#letGo(tab)
    for (const { toyId, ...held } of toys) this.#holders.set(toyId, { tab, ...held })
  }

  /** Whether a tab of this node has the toy. */
  hasToy(toyId: string): boolean {
    return this.#holders.has(toyId)
  }

  /** The tab is closed or timed out: its pending commands fail. */
  disconnectTab(tab: BridgeTab): void {
    this.#letGo(tab)
    for (const { tab: of, answer } of this.#asked.values())
      if (of === tab) answer.reject(new ToyCommandError('the bridge broke'))
  }

  /** Handles a tab's answer. One without a pending command is ignored. */
  resolveAnswer(tab: BridgeTab, id: number, ok: boolean): void {
    const open = this.#asked.get(id)
    if (open?.tab !== tab) return
    if (ok) open.answer.resolve()
    else open.answer.reject(new ToyCommandError('the device did not take it'))
  }

  /** @throws ToyCommandError for a command of a node that lost the session since */
  #obey(toyId: string, { sessionId, generation }: ToyOutput['word']): void {
    const last = this.#words.get(toyId)
    if (last?.sessionId === sessionId && generation < last.generation)
      throw new ToyCommandError('another node has the session', CODE_SUPERSEDED)
    this.#words.set(toyId, { sessionId, generation })
  }

  async #ask(
    toyId: string,
    signal: AbortSignal,
    orderFor: (id: number, device: number) => BridgeCommand,
  ): Promise<void> {
    const holder = this.#holders.get(toyId)
    if (!holder) throw new ToyOfflineError('nobody bridges this toy now', CODE_OFFLINE)
    if (signal.aborted) throw new ToyCommandError('given up before it was sent')
    const id = (this.#asks += 1)
    const answer = Promise.withResolvers<void>()
    const giveUp = () => answer.reject(new ToyCommandError('the bridge did not answer'))
    signal.addEventListener('abort', giveUp)
    this.#asked.set(id, { tab: holder.tab, answer })
    try {
      holder.tab.send(orderFor(id, holder.device))
      await answer.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
      this.#asked.delete(id)
    }
  }

  #letGo(tab: BridgeTab): void {
    for (const [toyId, holder] of this.#holders) if (holder.tab === tab) this.#holders.delete(toyId)
  }
}
