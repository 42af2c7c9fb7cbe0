#!/usr/bin/env node
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { runProgram } from './run-program.js'

/** `npm run admin -- create|promote|reset EMAIL`: makes or helps an admin, also while the shop runs. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' })
  const { code, output } = await runProgram(localNode(), ['src/app/admin.ts', ...process.argv.slice(2)])
  process.stdout.write(output)
  return code
})
