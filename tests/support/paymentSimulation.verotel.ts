import { asc, eq, sql } from 'drizzle-orm'
import { SIMULATED_SHOP_ID, SIMULATED_SIGNATURE_KEY } from '../../simulators/verotel/contract.ts'
import { verotelSimulator } from '../../simulators/verotel/routes.ts'
import { readStart } from '../../simulators/verotel/rules.ts'
import * as simulator from '../../simulators/verotel/service.ts'
import {
  type GivenBack,
  simulatorPostbacks,
  simulatorSales,
  simulatorTransactions,
} from '../../simulators/verotel/table.ts'
import { findPostbacks } from '../../src/money/payments/postback.service.ts'
import { VEROTEL } from '../../src/money/payments/providers/verotel/contract.ts'
import { verotelProvider } from '../../src/money/payments/providers/verotel/gateway.ts'
import { paymentIdOf, referenceOf } from '../../src/money/payments/providers/verotel/signature.gateway.ts'
import type { WebhookRequest } from '../../src/money/payments/provider.gateway.ts'
import type { ProviderSide, ProviderStand } from './paymentSimulation.ts'

/** A payment begins by the shop's clock, which decides when Verotel was silent for too long. */
const beginByOwnClock = `
  create function begin_by_own_clock() returns trigger language plpgsql
    as $$ begin new.created_at := new.poll_at - interval '1 minute'; return new; end $$;
  create trigger begin_by_own_clock before insert on payments for each row execute function begin_by_own_clock()`

/** Verotel, as its simulator plays it; the test sends its postbacks. */
export async function openVerotelSide({ db, now, log, simulator: server, origin }: ProviderStand) {
  await server.register(verotelSimulator, { db, now, postbackUrl: origin, isWorker: false })
  for (const statement of beginByOwnClock.split(/;\n(?= {2}create trigger)/))
    await db.execute(sql.raw(statement))
  const base = () => `${origin()}/verotel`
  const gateway = verotelProvider({
    shopId: SIMULATED_SHOP_ID,
    signatureKey: SIMULATED_SIGNATURE_KEY,
    method: 'ANY',
    api: null,
    isSimulated: true,
    // Known once the simulator listens.
    get base() {
      return base()
    },
    orderBase: base,
    apiBase: '',
    findPostbacks: reference => findPostbacks(db, VEROTEL, reference),
    log,
  })
  const findSale = (reference: string) => simulator.findByReference(db, reference)
  return {
    gateway,
    isAskedToCreate: false,
    providerIdOf: (paymentId: string) => Promise.resolve(referenceOf(SIMULATED_SIGNATURE_KEY, paymentId)),
    async givenBack(): Promise<Map<string, number>> {
      const sales = await db.select().from(simulatorSales)
      return new Map(
        sales.map(({ referenceId, creditedCents }) => [
          paymentIdOf(SIMULATED_SIGNATURE_KEY, referenceId ?? '') ?? '',
          creditedCents,
        ]),
      )
    },
    async pay(_: string, checkoutUrl: string | null): Promise<void> {
      const start = readStart(new URL(checkoutUrl ?? '').searchParams)
      const order = await simulator.openOrder(db, start, now())
      await simulator.payOrder(db, order, { method: 'CC', country: 'NL', postback: 'lost' }, now())
    },
    async giveBack(reference: string, event: GivenBack, amountCents: number): Promise<void> {
      const { id } = await findSale(reference)
      await db.transaction(tx => simulator.giveBack(tx, id, { event, amountCents }, 'lost', now()))
    },
    /** The call of a postback: of the sale, or of the credits and chargebacks after it, in their order. */
    async postback(reference: string, index: number): Promise<WebhookRequest> {
      const { id } = await findSale(reference)
      const made = await db
        .select({ query: simulatorPostbacks.query })
        .from(simulatorPostbacks)
        .innerJoin(simulatorTransactions, eq(simulatorTransactions.id, simulatorPostbacks.transactionId))
        .where(eq(simulatorTransactions.saleId, id))
        .orderBy(asc(simulatorTransactions.id))
      const query = Object.fromEntries(new URLSearchParams(made[index]?.query))
      return { method: 'GET', query, headers: {}, rawBody: '' }
    },
    /** Makes the status know no sale, or know them again. */
    forget: (isForgotten: boolean) => simulator.replaceFaults(db, isForgotten ? { status: 'forgets' } : {}),
    age: () => Promise.resolve(),
    catchUp: () => Promise.resolve(),
    forgetKeys: () => Promise.resolve(),
    async close(): Promise<void> {
      await db.execute(sql`drop trigger begin_by_own_clock on payments`)
      await db.execute(sql`drop function begin_by_own_clock()`)
    },
  } satisfies ProviderSide & Record<string, unknown>
}

export type VerotelSide = Awaited<ReturnType<typeof openVerotelSide>>
