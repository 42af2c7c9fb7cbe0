import { type LoaderFunctionArgs, redirect } from 'react-router'
import { invoicesQuery } from '../../money/invoices/hooks.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { QueryClientContext, preloadQueries } from '../../ui/queryClient.ts'

/**
 * Has the order before its page shows. Who comes by mail to pay after all (`?pay=again`) gets where that can be done by
 * now: an order that ended without being paid left its lines in the cart; one that waits is paid on its own page.
 */
export async function loadOrderConfirmation(args: LoaderFunctionArgs): Promise<null> {
  const orderId = args.params['orderId'] ?? ''
  await preloadQueries(
    () => [orderQuery(orderId)],
    () => [invoicesQuery(orderId)],
  )(args)
  if (args.url.searchParams.get('pay') !== 'again') return null
  const { status, paidAt } = await args.context.get(QueryClientContext).ensureQueryData(orderQuery(orderId))
  if (status === 'CANCELLED' && paidAt === null) throw redirect('/shop?cart=open')
  return null
}
