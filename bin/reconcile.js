#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run reconcile`: runs all checks on the configured database, and exits with 1 when one finds a discrepancy. */
await runBuiltProgram('reconcile')
