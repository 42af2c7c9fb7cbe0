import type { Socket } from 'node:net'
import { ipRateLimitKey } from '../../../platform/http/ipAddress.ts'

/** How many sockets may be open at this node, of an IPv6 network as of one address. */
const LIMITS = { user: 20, address: 200 }

/** Counts the open sockets of each user and each address, from before they are upgraded until they close. */
export class SocketSlots {
  readonly #taken = new Map<string, number>()
  readonly #factor: number

  /** @param factor multiplies the limits, as those of calls */
  constructor(factor: number) {
    this.#factor = factor
  }

  /** @returns whether there was room for one more; it is given back when the connection closes */
  take(userId: string, address: string, connection: Socket): boolean {
    const keys = [
      [`user ${userId}`, LIMITS.user],
      [`address ${ipRateLimitKey(address)}`, LIMITS.address],
    ] as const
    const isFull = keys.some(([key, limit]) => this.#count(key) >= limit * this.#factor)
    if (isFull || connection.destroyed) return false
    for (const [key] of keys) this.#taken.set(key, this.#count(key) + 1)
    connection.once('close', () => {
      for (const [key] of keys) this.#giveBack(key)
    })
    return true
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0
  }

  #giveBack(key: string): void {
    const left = this.#count(key) - 1
    if (left > 0) this.#taken.set(key, left)
    else this.#taken.delete(key)
  }
}
