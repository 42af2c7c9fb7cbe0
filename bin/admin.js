#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run admin -- create|promote|reset EMAIL`: makes or helps an admin, also while the shop runs. */
await runBuiltProgram('admin')
