#!/usr/bin/env node
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { runProgram } from './run-program.js'

/** `npm run reconcile`: runs all checks on the configured database, and exits with 1 when one finds a discrepancy. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' })
  const { code, output } = await runProgram(localNode(), ['src/app/reconcile.ts'])
  process.stdout.write(output)
  return code
})
