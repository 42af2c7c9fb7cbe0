import type { ActorKind } from '../plan.ts'
import type { ActorContext } from './actor.ts'
import { visit } from './guest.ts'
import { market } from './marketer.ts'
import { pack } from './packer.ts'
import { payOut } from './paymaster.ts'
import { signal } from './signaller.ts'
import { pay } from './payer.ts'
import { play } from './player.ts'
import { shop } from './shopper.ts'
import { spend } from './spender.ts'
import { hide } from './hider.ts'
import { receive } from './host.ts'
import { createOnAir, manage } from './staff.ts'
import { actAtVerotel, buyAtVerotel, refundAtVerotel } from './verotel.ts'

export const acts: Record<ActorKind, (context: ActorContext) => Promise<void>> = {
  shopper: shop,
  player: play,
  creator: createOnAir,
  host: receive,
  hider: hide,
  admin: manage,
  provider: pay,
  packer: pack,
  marketer: market,
  guest: visit,
  spender: spend,
  verotel: actAtVerotel,
  minutesBuyer: buyAtVerotel,
  minutesAdmin: refundAtVerotel,
  paymaster: payOut,
  signaller: signal,
}
