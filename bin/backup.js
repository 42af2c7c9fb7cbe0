#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run backup`: copies the database and the files of the shop to `BACKUP_DIR`, also while it serves. */
await runBuiltProgram('backup')
