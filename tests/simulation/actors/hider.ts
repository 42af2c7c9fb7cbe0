import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { createCreatorHooks } from '../../../src/app/creatorHooks.ts'
import { changeProfile } from '../../../src/app/profile/service.ts'
import { withdrawAgreements } from '../../../src/live/agreements/service.ts'
import { creatorAgreements } from '../../../src/live/agreements/table.ts'
import {
  blockArea,
  blockPerson,
  findHiding,
  replaceBlockedContacts,
  unblockArea,
  unblockPerson,
} from '../../../src/live/blocks/service.ts'
import { acceptCreator } from '../../../src/live/creators/admission.service.ts'
import { decideOnSuspension, suspendByAdmin } from '../../../src/live/creators/admin/service.ts'
import { appealAgainst } from '../../../src/live/creators/service.ts'
import { creatorSuspensions } from '../../../src/live/creators/table.ts'
import { panicOf } from '../../../src/live/studio/panic/service.ts'
import { endForHiddenUser, endForHiddenUsers, updateStudioToy } from '../../../src/live/studio/service.ts'
import { addAddress, removeAddress } from '../../../src/people/addresses/service.ts'
import { someAddress } from '../../support/fixtures.ts'
import type { SimulatedNode } from '../node.ts'
import { asUser, attempt, type ActorContext } from './actor.ts'

const studioOf = (node: SimulatedNode) => ({ ...node.platform, sessionController: node.sessions })
const endSessionsOn = (node: SimulatedNode) => createCreatorHooks(node.platform, node.sessions).endSessions

/** A creator who hides from people and places, withdraws her agreement, is suspended, and panics; each for a while. */
export async function hide(context: ActorContext): Promise<void> {
  const acts = [fromPerson, fromCountry, fromNewAddress, fromContact, withdrawn, suspended, afterPanic]
  for (let count = 0; count < context.plan.actions; count += 1) {
    await context.wait(context.random.int(0, 5000))
    await context.random.pick(acts)(context)
  }
}

/** Repeats a call until it is answered or refused, as she does whose browser got no answer. @returns undefined when it was refused */
async function insist<T>(
  context: ActorContext,
  label: string,
  work: (node: SimulatedNode) => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    let isAnswered = false
    const done = await attempt(context, label, () =>
      context.call(work).then(
        value => {
          isAnswered = true
          return value
        },
        (error: unknown) => {
          isAnswered = !(error instanceof Error && error.name === 'ConnectionLost')
          throw error
        },
      ),
    )
    if (isAnswered) return done
    await context.wait(1000)
  }
}

/** The time in which nobody of `whom` may be in a session with her. */
async function whileHidden(context: ActorContext, whom: string, ends: () => Promise<unknown>): Promise<void> {
  const { hiddenAt } = context.known
  hiddenAt.set(whom, context.now())
  await context.wait(context.random.int(0, 8000))
  // Before the call, which may be done long before its answer.
  hiddenAt.delete(whom)
  await ends()
}

const EVERYONE = '*'
const PHONE = '+31612345678'

async function fromPerson(context: ActorContext): Promise<void> {
  const { creatorId, customers } = context.world
  const { id } = context.random.pick(customers)
  await insist(context, 'block', async node => {
    await blockPerson(node.platform.db, creatorId, id, new Date(context.now()))
    await endForHiddenUsers(studioOf(node), creatorId)
  })
  await whileHidden(context, id, () =>
    insist(context, 'end of a block', node => unblockPerson(node.platform.db, creatorId, id)),
  )
}

const hideInCountry = (context: ActorContext, country: string) =>
  insist(context, 'block of a country', async node => {
    const { creatorId } = context.world
    await blockArea(node.platform.db, creatorId, { country, postcode: '' }, new Date(context.now()))
    await endForHiddenUsers(studioOf(node), creatorId)
  })

const showEverywhere = (context: ActorContext) =>
  insist(context, 'end of a block of a country', async ({ platform: { db } }) => {
    const { creatorId } = context.world
    for (const { id } of (await findHiding(db, creatorId)).areas) await unblockArea(db, creatorId, id)
  })

async function fromCountry(context: ActorContext): Promise<void> {
  await hideInCountry(context, 'NL')
  await whileHidden(context, EVERYONE, () => showEverywhere(context))
}

async function fromNewAddress(context: ActorContext): Promise<void> {
  const { id: userId } = context.random.pick(context.world.customers)
  await hideInCountry(context, 'DE')
  const abroad = {
    ...someAddress,
    company: null,
    country: 'Duitsland',
    postalCode: '10115',
    isDefault: false,
  }
  const address = await insist(context, 'new address', async node => {
    const added = await addAddress(node.platform.db, userId, abroad)
    await endForHiddenUser(studioOf(node), userId)
    return added
  })
  if (!address) {
    await showEverywhere(context)
    return
  }
  await whileHidden(context, userId, () => showEverywhere(context))
  await insist(context, 'end of an address', node => removeAddress(node.platform.db, userId, address.id))
}

/** A number that somebody gives while it is on her list. */
async function fromContact(context: ActorContext): Promise<void> {
  const { creatorId, customers } = context.world
  const { id: userId } = context.random.pick(customers)
  const hash = createHash('sha256').update(PHONE).digest().subarray(0, 16).toString('base64url')
  const list = (hashes: string[]) =>
    insist(context, 'list of contacts', async node => {
      await replaceBlockedContacts(node.platform, creatorId, hashes)
      await endForHiddenUsers(studioOf(node), creatorId)
    })
  await list([hash])
  await insist(context, 'new number', async node => {
    await changeProfile(node.platform, userId, { phone: PHONE }, new Date(context.now()))
    await endForHiddenUser(studioOf(node), userId)
  })
  await whileHidden(context, userId, () => list([]))
  await insist(context, 'end of a number', node =>
    changeProfile(node.platform, userId, { phone: null }, new Date(context.now())),
  )
}

async function withdrawn(context: ActorContext): Promise<void> {
  const { creatorId } = context.world
  await insist(context, 'withdrawal', node =>
    withdrawAgreements(node.platform, endSessionsOn(node), creatorId),
  )
  await whileHidden(context, EVERYONE, () =>
    insist(context, 'signature', ({ platform: { db, now } }) =>
      db.transaction(async tx => {
        await tx.insert(creatorAgreements).values(signatureOf(creatorId, now())).onConflictDoNothing()
        const ends = { identityUntil: null, agreementUntil: null }
        await acceptCreator(tx, { userId: creatorId, ...ends }, now())
      }),
    ),
  )
  await goOnAir(context)
}

/** Without the PDF, which takes its time from no virtual clock. */
export const signatureOf = (userId: string, signedAt: Date): typeof creatorAgreements.$inferInsert => ({
  id: randomUUIDv7(),
  userId,
  version: 0,
  label: '1.0',
  textHash: '0'.repeat(64),
  pdf: '',
  signedAt,
})

async function suspended(context: ActorContext): Promise<void> {
  const { creatorId: userId, adminId } = context.world
  await insist(context, 'suspension', node =>
    suspendByAdmin(node.platform, endSessionsOn(node), adminId, { userId, reason: 'Om te proberen.' }),
  )
  const find = () =>
    insist(context, 'looking at suspensions', ({ platform: { db } }) =>
      db
        .select({ suspensionId: creatorSuspensions.id })
        .from(creatorSuspensions)
        .where(
          and(
            eq(creatorSuspensions.userId, userId),
            isNull(creatorSuspensions.caseId),
            isNull(creatorSuspensions.liftedAt),
          ),
        ),
    )
  await whileHidden(context, EVERYONE, async () => {
    for (const { suspensionId } of (await find()) ?? []) {
      const appeal = { suspensionId, text: 'Nee.' }
      if (context.random.chance(0.5))
        await insist(context, 'appeal', node => appealAgainst(node.platform, userId, appeal))
      const decision = { userId, suspensionId, decision: 'LIFT' as const, reason: 'Goed.' }
      await insist(context, 'end of a suspension', node =>
        decideOnSuspension(node.platform, adminId, decision),
      )
    }
  })
  await goOnAir(context)
}

async function afterPanic(context: ActorContext): Promise<void> {
  const { creatorId, customers } = context.world
  await insist(context, 'panic', node => panicOf(studioOf(node), creatorId, creatorId))
  for (const { id } of customers)
    await insist(context, 'end of a block', node => unblockPerson(node.platform.db, creatorId, id))
  await goOnAir(context)
}

async function goOnAir(context: ActorContext): Promise<void> {
  const who = asUser(context.world.creatorId, 'MODEL')
  for (const { id: toyId } of context.world.toys)
    await attempt(context, 'creator', () =>
      context.call(node => updateStudioToy(studioOf(node), who, { toyId, onAir: true })),
    )
}
