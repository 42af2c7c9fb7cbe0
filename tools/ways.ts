import type { ImportGraph } from '../tests/house/importGraph.ts'

/**
 * The files of slices and of `app/` that a way goes through, in order; `~` before a file that is reached over the network, by a job or a
 * bus, or through an interface that `app/node.ts` fills.
 */
export const ways: Record<string, readonly string[]> = {
  'order button to confirmation mail': [
    'src/shop/checkout/CheckoutFooter.tsx',
    'src/shop/checkout/hooks.ts',
    'src/shop/checkout/steps.rules.ts',
    'src/shop/checkout/contract.ts',
    '~src/shop/checkout/routes.ts',
    'src/shop/checkout/service.ts',
    'src/shop/orders/lines/service.ts',
    'src/shop/orders/lines/goods.service.ts',
    'src/shop/products/stock/service.ts',
    'src/shop/orders/placeOrder.service.ts',
    'src/money/payments/service.ts',
    '~src/money/payments/providers/mollie/gateway.ts',
    '~src/money/payments/routes.ts',
    'src/money/payments/settle.service.ts',
    'src/money/payments/rules.ts',
    '~src/app/paymentEffects.ts',
    'src/shop/orders/payment.service.ts',
    '~src/money/invoices/jobs.ts',
    'src/money/invoices/issue.service.ts',
    'src/shop/orders/notices.service.ts',
    '~src/shop/orders/mails.ts',
  ],
  'shop page to product list': [
    'src/app/pages/ShopPage.tsx',
    'src/shop/products/catalog/hooks.ts',
    'src/shop/products/search/filters.rules.ts',
    'src/shop/products/catalog/contract.ts',
    '~src/shop/products/catalog/routes.ts',
    'src/shop/products/catalog/cachedCatalog.service.ts',
    'src/shop/products/catalog/responseCache.service.ts',
    'src/shop/products/catalog/cacheInvalidation.service.ts',
    'src/shop/products/search/service.ts',
    'src/shop/products/catalog/service.ts',
    'src/shop/products/catalog/table.ts',
    'src/shop/products/search/ProductResults.tsx',
    'src/shop/products/catalog/ProductCard.tsx',
  ],
  'ship button to mail': [
    'src/shop/orders/admin/AdminOrderShipping.tsx',
    'src/shop/orders/admin/hooks.ts',
    'src/shop/orders/admin/contract.ts',
    '~src/shop/orders/admin/routes.ts',
    'src/shop/orders/admin/service.ts',
    'src/shop/orders/transition.rules.ts',
    'src/shop/orders/shipments/service.ts',
    'src/shop/orders/shipments/rules.ts',
    'src/shop/orders/notices.service.ts',
    '~src/shop/orders/mails.ts',
  ],
  'slider to toy': [
    'src/live/sessions/ui/IntensityPad.tsx',
    'src/live/sessions/ui/level.rules.ts',
    'src/live/sessions/ui/commandSender.hooks.ts',
    'src/live/sessions/ui/commandSender.rules.ts',
    'src/live/sessions/ui/liveConnection.hooks.ts',
    'src/live/sessions/socket.contract.ts',
    '~src/live/sessions/engine/socketFrames.service.ts',
    'src/live/sessions/engine/command.service.ts',
    'src/live/sessions/engine/sessionRegistry.service.ts',
    'src/live/sessions/rules.ts',
    'src/live/sessions/engine/toyCommand.rules.ts',
    'src/live/sessions/engine/toyQueues.service.ts',
    'src/live/sessions/engine/toyCommandQueue.service.ts',
    'src/live/sessions/engine/toyCommandQueue.rules.ts',
    '~src/live/toys/lovense.gateway.ts',
  ],
}

/** Where a way no longer follows the code: a file that does not exist, or that no earlier file imports; null when it does. */
export function breakIn(way: readonly string[], graph: ImportGraph): string | null {
  const files = way.map(step => step.replace(/^~/, ''))
  const missing = files.find(file => !graph.has(file))
  if (missing) return `no ${missing}`
  const loose = way.find(
    (step, index) =>
      index > 0 &&
      !step.startsWith('~') &&
      !files.slice(0, index).some(before => graph.get(before)?.includes(step)),
  )
  return loose ? `no earlier file imports ${loose}` : null
}
