import { parentPort } from 'node:worker_threads'
import { readShopInfo } from '../../src/money/settings/service.ts'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import type { ShopInfo } from '../../src/wire/ssr.ts'
import { openShop } from './shop.ts'

/** The shop of the tests of screens, on a thread of its own: theirs has the globals of a browser. */
const { origin, node } = await openShop({ env: { DEMO: 'small' } })
const { config } = node.platform
const readFacts = (): ShopInfo => ({
  ...readShopInfo(node.platform),
  origin,
  retentionYears: config.retentionYears,
  requiresAdminTotp: config.requireAdminTotp,
  demoAccounts,
})
/** Each page has them as they are by then. */
const tellFacts = () =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort?.postMessage(readFacts())
parentPort?.on('message', tellFacts)
tellFacts()
