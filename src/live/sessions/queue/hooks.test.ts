import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setApiTransport } from '../../../ui/call/call.ts'
import { closeToast, currentToast } from '../../../ui/dialogs/toast.ts'
import type { QueuePosition } from './contract.ts'
import { toastUnlessPlaying } from './hooks.ts'

const had = { toyName: 'Lumi', claimUntil: '2026-11-20T20:00:30Z' } as unknown as QueuePosition

/** The customer's session, as the server knows it. */
let session: object | null
beforeEach(() => {
  setApiTransport(() => Promise.resolve(Response.json(session)))
  // A thread has one toast, which the test of another hook may have left.
  closeToast()
})
afterEach(() => {
  setApiTransport()
  closeToast()
})

/** The message to a customer whose place in the queue is gone, while the answer to a start may still be on its way. */
async function told(): Promise<string | undefined> {
  await toastUnlessPlaying(new QueryClient(), had)
  return currentToast()?.title
}

it.each(['COUNTDOWN', 'ACTIVE'])('says nothing to a customer whose session is %s', async status => {
  session = { id: 's-1', status, serverNow: '2026-11-20T20:00:10Z' }
  expect(await told()).toBeUndefined()
})

it('says that the place is lost to one without a session, or with one that ended', async () => {
  session = null
  expect(await told()).toBe('Je plek in de rij is vervallen')
  closeToast()
  session = { id: 's-0', status: 'STOPPED', serverNow: '2026-11-20T20:00:10Z' }
  expect(await told()).toBe('Je plek in de rij is vervallen')
})
