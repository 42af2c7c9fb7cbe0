import type { ProviderFaults } from './paymentProvider.ts'
import type { CarrierFaults } from './carrier.ts'
import { createRandom } from './random.ts'
import type { Pace } from './scheduler.ts'
import type { VerotelFaults } from './verotel.ts'
import { toyLies, type ToyFaults, type ToyLie } from './toyProvider.ts'

export type ActorKind =
  | 'shopper'
  | 'player'
  | 'creator'
  | 'host'
  | 'hider'
  | 'admin'
  | 'provider'
  | 'packer'
  | 'marketer'
  | 'guest'
  | 'spender'
  | 'verotel'
  | 'minutesBuyer'
  | 'minutesAdmin'
  | 'paymaster'
  | 'signaller'

export interface ActorPlan {
  name: string
  kind: ActorKind
  /** Which customer it is. */
  customer: number
  /** How many things it does. */
  actions: number
}

export interface FaultPlan {
  name: string
  kind: 'crash' | 'restart' | 'sleep' | 'frozen' | 'wallClock'
  /** After so many steps. */
  at: number
  /** Later, when a toy runs. */
  whileToysRun?: boolean
  node: 0 | 1
  /** Of a sleep of all nodes, of one that stands still, or a wrong wall clock. */
  ms: number
}

/** The parts of an episode; all else follows from its seed. */
export interface Plan {
  seed: string
  steps: number
  actors: ActorPlan[]
  faults: FaultPlan[]
  pace: Pace
  provider: ProviderFaults
  /** Whether minutes are sold over Verotel. */
  hasVerotel: boolean
  verotel: VerotelFaults
  toys: ToyFaults
  /** By toy. */
  lies: Record<string, ToyLie>
  carrier: CarrierFaults
  /** The probabilities that a message between nodes is lost or doubled. */
  bus: { lost: number; doubled: number }
}

/** Steps before an episode is brought to its end: a session goes on for long, and does something every second. */
const EPISODE_STEPS = { shop: 400, all: 500, live: 1200 }

/** From eleven, when an episode begins, to after nine the next morning in Brussels. */
const NIGHT_MS = 22.1 * 3_600_000

/** For how long a node stands still at most, or is wrong about the time, in milliseconds. */
export const longestPause = ({ faults }: Plan): number => Math.max(0, ...faults.map(({ ms }) => Math.abs(ms)))

/** @param without names of actors and faults that are left out */
export function makePlan(seed: string, without: readonly string[] = []): Plan {
  const random = createRandom(seed, 'plan')
  const theme = random.pick(['shop', 'shop', 'live', 'all', 'all'] as const)
  const steps = EPISODE_STEPS[theme]
  const people = (kind: ActorKind, most: number, least = 0) =>
    Array.from({ length: random.int(least, most) }, (_, index) => ({
      name: `${kind}-${index}`,
      kind,
      customer: index,
      actions: random.int(6, 30),
    }))
  const actors = [
    ...(theme === 'live' ? [] : people('shopper', 4, 2)),
    ...(theme === 'shop' ? [] : people('player', 4, 1)),
    ...(theme === 'shop' ? [] : people('creator', 1)),
    ...people('admin', 2),
    ...people('provider', 1, 1).map(each => ({ ...each, actions: 60 })),
  ]
  const isTroubled = random.chance(0.75)
  const sometimes = (most: number) => (isTroubled && random.chance(0.6) ? random.next() * most : 0)
  const most = theme === 'live' ? 6 : 3
  const faults = Array.from({ length: isTroubled ? random.int(0, most) : 0 }, (_, index): FaultPlan => {
    const kind = random.pick(['crash', 'crash', 'restart', 'sleep', 'frozen', 'frozen', 'wallClock'] as const)
    const ms =
      kind === 'sleep'
        ? random.pick([3000, 20_000, 70_000, 1_900_000])
        : kind === 'frozen'
          ? random.pick([random.int(500, 9000), random.int(2900, 5000)])
          : random.int(-3000, 3000)
    return {
      name: `${kind}-${index}`,
      kind,
      at: random.int(30, steps),
      node: random.pick([0, 1]),
      ms,
    }
  })
  // Of their own, so that earlier draws stay.
  const packing = createRandom(seed, 'packing')
  const packers = theme === 'live' ? 0 : packing.int(0, 2)
  for (let index = 0; index < packers; index += 1)
    actors.push({ name: `packer-${index}`, kind: 'packer', customer: 0, actions: packing.int(6, 25) })
  addMarketing(seed, theme, actors, faults)
  const stepsOfGuests = addGuests(seed, { theme, steps, isTroubled }, actors, faults)
  const stepsOfSpenders = addSpenders(seed, theme, actors)
  const sometimesThere = (most: number) => (isTroubled && packing.chance(0.6) ? packing.next() * most : 0)
  const plan: Plan = {
    seed,
    steps: steps + stepsOfGuests + stepsOfSpenders,
    actors,
    faults,
    pace: {
      tick: random.pick([0.02, 0.1, 0.3]),
      stay: random.pick([0, 0.3, 0.8]),
      slow: random.pick([0, 0.05, 0.3]),
    },
    provider: {
      answerLost: sometimes(0.3),
      requestLost: sometimes(0.2),
      webhookLost: sometimes(0.6),
      webhookDoubled: sometimes(0.6),
      refundRefused: sometimes(0.3),
    },
    hasVerotel: false,
    verotel: {
      answerLost: 0,
      requestLost: 0,
      postbackLost: 0,
      postbackRepeated: 0,
      postbackLate: 0,
      statusWrong: 0,
    },
    toys: { requestLost: sometimes(0.2), answerLost: sometimes(0.2), stopIgnored: sometimes(0.5) },
    lies: {},
    carrier: {
      answerLost: sometimesThere(0.3),
      requestLost: sometimesThere(0.2),
      webhookLost: sometimesThere(0.6),
      webhookDoubled: sometimesThere(0.6),
      refused: sometimesThere(0.3),
    },
    bus: { lost: sometimes(0.5), doubled: sometimes(0.3) },
  }
  addVerotel(plan, isTroubled)
  addHost(plan, theme)
  addHider(plan, theme)
  addPaymaster(plan, theme)
  addSignaller(plan, theme)
  addLies(plan, theme)
  addFreezes(plan, theme)
  return leaveOut(plan, without)
}

type Theme = keyof typeof EPISODE_STEPS

/** The admins who make promotions, and the night before the day on which many gift cards are mailed; of a stream of their own. */
function addMarketing(seed: string, theme: Theme, actors: ActorPlan[], faults: FaultPlan[]): void {
  if (theme === 'live') return
  const random = createRandom(seed, 'marketing')
  if (random.chance(0.6))
    actors.push({ name: 'marketer-0', kind: 'marketer', customer: 0, actions: random.int(4, 15) })
  if (random.chance(0.25))
    faults.push({ name: 'night-0', kind: 'sleep', at: random.int(150, 400), node: 0, ms: NIGHT_MS })
}

/** Steps in which guests order, verify their address and sign in. */
const GUEST_STEPS = 500

/** Visitors without an account, some of whom are the same customer on two devices; of a stream of their own. @returns how many steps they need */
function addGuests(
  seed: string,
  { theme, steps, isTroubled }: { theme: Theme; steps: number; isTroubled: boolean },
  actors: ActorPlan[],
  faults: FaultPlan[],
): number {
  const random = createRandom(seed, 'guests')
  if (theme === 'live' || random.chance(0.25)) return 0
  const guests = random.int(1, 3)
  for (let index = 0; index < guests; index += 1)
    actors.push({
      name: `guest-${index}`,
      kind: 'guest',
      customer: random.int(0, 1),
      actions: random.int(8, 30),
    })
  const crashes = isTroubled ? random.int(0, 2) : 0
  for (let index = 0; index < crashes; index += 1) {
    const node = random.pick([0, 1] as const)
    const at = random.int(60, steps + GUEST_STEPS)
    faults.push({ name: `crash-of-guests-${index}`, kind: 'crash', at, node, ms: 0 })
  }
  return GUEST_STEPS
}

/** Steps in which they buy minutes. */
const SPENDER_STEPS = 200

/** The customers who pay with the same few cards at the same moment; of a stream of their own. @returns how many steps they need */
function addSpenders(seed: string, theme: Theme, actors: ActorPlan[]): number {
  const random = createRandom(seed, 'spenders')
  if (theme === 'live' || random.chance(0.5)) return 0
  const spenders = random.int(2, 3)
  for (let index = 0; index < spenders; index += 1)
    actors.push({
      name: `spender-${index}`,
      kind: 'spender',
      customer: random.int(0, 1),
      actions: random.int(3, 8),
    })
  return SPENDER_STEPS
}

/** Steps in which minutes are bought and refunded there. */
const VEROTEL_STEPS = 300

/** Minutes over Verotel, in every second episode, with their buyers and admins; of a stream of their own. */
function addVerotel(plan: Plan, isTroubled: boolean): void {
  const random = createRandom(plan.seed, 'verotel')
  if (random.chance(0.5)) return
  plan.hasVerotel = true
  plan.steps += VEROTEL_STEPS
  plan.actors.push({ name: 'verotel-0', kind: 'verotel', customer: 0, actions: 80 })
  const buyers = random.int(1, 3)
  for (let index = 0; index < buyers; index += 1)
    plan.actors.push({
      name: `minutes-buyer-${index}`,
      kind: 'minutesBuyer',
      customer: random.int(0, 3),
      actions: random.int(3, 12),
    })
  const admins = random.int(1, 2)
  for (let index = 0; index < admins; index += 1)
    plan.actors.push({
      name: `minutes-admin-${index}`,
      kind: 'minutesAdmin',
      customer: 0,
      actions: random.int(10, 30),
    })
  const sometimes = (most: number) => (isTroubled && random.chance(0.6) ? random.next() * most : 0)
  plan.verotel = {
    answerLost: sometimes(0.2),
    requestLost: sometimes(0.2),
    postbackLost: sometimes(0.5),
    postbackRepeated: sometimes(0.6),
    postbackLate: sometimes(0.4),
    statusWrong: sometimes(0.3),
  }
}

/** A creator who changes her menu and panics, in every second episode with toys; of a stream of her own. */
function addHost({ seed, actors }: Plan, theme: Theme): void {
  const random = createRandom(seed, 'host')
  if (theme === 'shop' || random.chance(0.5)) return
  actors.push({ name: 'host-0', kind: 'host', customer: 0, actions: random.int(4, 20) })
}

/** A creator who hides and is suspended, in most of the other ones: a host who panics ends blocks that are not hers. */
function addHider({ seed, actors }: Plan, theme: Theme): void {
  const random = createRandom(seed, 'hider')
  if (theme === 'shop' || actors.some(({ kind }) => kind === 'host') || random.chance(0.2)) return
  actors.push({ name: 'hider-0', kind: 'hider', customer: 0, actions: random.int(4, 15) })
}

/** An admin who pays the creator, in every second episode with toys; of a stream of its own. */
function addPaymaster({ seed, actors }: Plan, theme: Theme): void {
  const random = createRandom(seed, 'paymaster')
  if (theme === 'shop' || random.chance(0.5)) return
  actors.push({ name: 'paymaster-0', kind: 'paymaster', customer: 0, actions: random.int(4, 15) })
}

/** A creator who gives signs, in every second episode with toys; of a stream of her own. */
function addSignaller({ seed, actors }: Plan, theme: Theme): void {
  const random = createRandom(seed, 'signaller')
  if (theme === 'shop' || random.chance(0.5)) return
  actors.push({ name: 'signaller-0', kind: 'signaller', customer: 0, actions: random.int(6, 25) })
}

/**
 * Toys that lie, and nodes that stop while they run, of a stream of their own. Where requests to toys are lost none lies: their runs have
 * no end by themselves, and a stop that never arrives proves nothing then.
 */
function addLies(plan: Plan, theme: Theme): void {
  const random = createRandom(plan.seed, 'lies')
  if (theme === 'shop' || plan.toys.requestLost > 0 || plan.toys.answerLost > 0 || random.chance(0.2)) return
  for (const toyId of ['toy-0', 'toy-1']) plan.lies[toyId] = random.pick(toyLies)
  const stops = random.int(1, 4)
  for (let index = 0; index < stops; index += 1) {
    const at = random.int(100, plan.steps)
    const node = random.pick([0, 1] as const)
    const stop = { kind: 'restart', at, ms: 0, whileToysRun: true } as const
    plan.faults.push({ ...stop, name: `stop-of-node-${index}`, node })
    // Often there is no other one that could take its toys.
    if (random.chance(0.6))
      plan.faults.push({ ...stop, name: `stop-of-other-node-${index}`, node: node === 0 ? 1 : 0 })
  }
}

/**
 * Nodes that stand still for longer than a lease lasts, while somebody plays on at the other one; of a stream of their own. Not where toys lie,
 * of which nothing is expected meanwhile.
 */
function addFreezes(plan: Plan, theme: Theme): void {
  const random = createRandom(plan.seed, 'freezes')
  if (theme === 'shop' || Object.keys(plan.lies).length > 0) return
  const freezes = random.int(0, 4)
  for (let index = 0; index < freezes; index += 1)
    plan.faults.push({
      name: `freeze-${index}`,
      kind: 'frozen',
      at: random.int(100, plan.steps),
      node: random.pick([0, 1]),
      ms: random.int(2900, 5500),
    })
}

/** Parts of the world that can be left out as well, by these names. */
export const quietParts = [
  'provider-faults',
  'verotel-faults',
  'toy-faults',
  'toy-lies',
  'carrier-faults',
  'bus-faults',
  'slowness',
] as const

function leaveOut(plan: Plan, without: readonly string[]): Plan {
  const isKept = ({ name }: { name: string }) => !without.includes(name)
  const none = <T extends object>(part: T): T =>
    Object.fromEntries(Object.keys(part).map(name => [name, 0])) as T
  return {
    ...plan,
    actors: plan.actors.filter(isKept),
    faults: plan.faults.filter(isKept),
    provider: without.includes('provider-faults') ? none(plan.provider) : plan.provider,
    verotel: without.includes('verotel-faults') ? none(plan.verotel) : plan.verotel,
    toys: without.includes('toy-faults') ? none(plan.toys) : plan.toys,
    lies: without.includes('toy-lies') ? {} : plan.lies,
    carrier: without.includes('carrier-faults') ? none(plan.carrier) : plan.carrier,
    bus: without.includes('bus-faults') ? none(plan.bus) : plan.bus,
    pace: without.includes('slowness') ? { ...plan.pace, slow: 0 } : plan.pace,
  }
}
