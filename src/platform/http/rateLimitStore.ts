import { createHash } from 'node:crypto'
import type { Log } from '../telemetry/log.ts'
import { openRedis, type RedisAddress } from '../cluster/redis.ts'

/** After this the node counts by itself. */
const ANSWER_MS = 500

/** Counts attempts by key and window for all nodes. */
export interface RateLimitStore {
  /** Counts an attempt if there were fewer than `max` in this window. @returns null while the store is unavailable */
  consume(key: string, max: number, windowMs: number): Promise<{ isFree: boolean; endsInMs: number } | null>
  /** @returns false while the store is unavailable */
  restore(key: string): Promise<boolean>
  close(): void
}

/** Atomic, so that two nodes can't both count the last attempt. */
const CONSUME_SCRIPT = `
local tries = tonumber(redis.call('get', KEYS[1]) or '0')
if tries >= tonumber(ARGV[1]) then return { 0, redis.call('pttl', KEYS[1]) } end
if redis.call('incr', KEYS[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end
return { 1, redis.call('pttl', KEYS[1]) }`
const RESTORE_SCRIPT = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end
return 1`

/** Keys are personal data, so only a hash is stored, no longer than the window. */
const redisKey = (key: string) => `gloed:limit:${createHash('sha256').update(key).digest('base64url')}`

/** Counts in Redis or Valkey. */
export function redisRateLimitStore(address: RedisAddress, log: Log): RateLimitStore {
  const redis = openRedis(address, log, { maxRetriesPerRequest: 0, commandTimeout: ANSWER_MS })
  const run = (script: string, key: string, ...values: number[]) =>
    redis.eval(script, 1, redisKey(key), ...values).catch((error: unknown) => {
      log.warn({ err: error }, 'redis: rate limit counted by this node alone')
      return null
    })
  return {
    async consume(key, max, windowMs) {
      const answer = (await run(CONSUME_SCRIPT, key, max, windowMs)) as [number, number] | null
      return answer && { isFree: answer[0] === 1, endsInMs: answer[1] }
    },
    async restore(key) {
      return (await run(RESTORE_SCRIPT, key)) !== null
    },
    close: () => redis.disconnect(),
  }
}
