#!/usr/bin/env node
import { command } from './failure.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './orphan.js'
import { run } from './run.js'

/** `npm run audit` goes through the books, and ends with 1 when they don't add up. */
await command(async () => {
  stopWhenOrphaned()
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' })
  const { code, output } = await run(localNode(), ['src/app/audit.ts'])
  process.stdout.write(output)
  return code
})
