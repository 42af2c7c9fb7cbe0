#!/usr/bin/env node
import { command } from './failure.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './orphan.js'
import { run } from './run.js'

/** `npm run reconcile`: runs all checks on the configured database, and exits with 1 when one finds a discrepancy. */
await command(async () => {
  stopWhenOrphaned()
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' })
  const { code, output } = await run(localNode(), ['src/app/reconcile.ts'])
  process.stdout.write(output)
  return code
})
