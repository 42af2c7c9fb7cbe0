import { setTimeout as pause } from 'node:timers/promises'
import { formOf, jpeg } from '../../support/pictureUploads.ts'
import { attempt, type Ledger } from './load.ts'
import { until } from './processes.ts'
import type { Person } from './shop.ts'
import type { PictureProgress } from '../../../src/shop/pictures/contract.ts'

const accepted = [201]
/** As many as one call may ask about. */
const BATCH = 100
const DRAWN_MS = 120_000

/** An admin brings a picture a second, which a job draws. @returns a function that stops it, and gives the acknowledged ones that are lost */
export function startUploads(admin: Person, ledger: Ledger): () => Promise<string[]> {
  const over = new AbortController()
  const brought: string[] = []
  const bring = async () => {
    const picture = await jpeg()
    for (let count = 0; !over.signal.aborted; count += 1) {
      const client = admin.at[count % 2 === 0 ? 0 : 1]
      const answer = await attempt(ledger, 'pictures', accepted, () =>
        client.request('POST', '/api/admin/pictures', formOf([picture])),
      )
      for (const { id } of (answer?.body ?? []) as PictureProgress[]) brought.push(id)
      await pause(1000)
    }
  }
  const ended = bring()
  return async () => {
    over.abort()
    await ended
    return findLost(admin, brought)
  }
}

/** @returns a line for each picture that is gone, was not drawn, or has no file */
async function findLost(admin: Person, ids: string[]): Promise<string[]> {
  const lost: string[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    const query = new URLSearchParams(batch.map(id => ['id', id]))
    const read = async () =>
      (await admin.at[0].request('GET', `/api/admin/pictures?${query}`)).body as PictureProgress[]
    await until('pictures', DRAWN_MS, async () =>
      (await read()).every(({ status }) => status !== 'WAITING'),
    ).catch(() => undefined)
    const found = new Map((await read()).map(each => [each.id, each]))
    for (const id of batch) {
      const { status = 'gone', url = null } = found.get(id) ?? {}
      const file = url === null ? null : await admin.at[1].request('GET', url)
      if (file?.status !== 200) lost.push(`picture ${id}: ${status}, its file ${file?.status ?? 'unknown'}`)
    }
  }
  return lost
}
