import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

/**
 * `npm run fuzz -- --requests 100000`: that many requests to the shop, made from its OpenAPI document, in one process with a PostgreSQL of
 * its own. `--seed N` repeats a run; a finding says the seed and the number of requests that lead to it.
 * `--only gift-cards` sends requests to the operations of which `GET /api/path` matches that pattern.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
console.log(`seed ${values.seed}`)
process.env['FUZZ_REQUESTS'] = values.requests
process.env['FUZZ_SEED'] = values.seed
process.env['FUZZ_ONLY'] = values.only
// An error of ours is explained by the log.
process.env['LOG_LEVEL'] ??= 'error'
const vitest = await startVitest('test', ['tests/fuzz/fuzz.servers.test.ts'], {
  project: 'servers',
  run: true,
})
await vitest.close()
