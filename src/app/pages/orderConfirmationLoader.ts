import { type LoaderFunctionArgs, redirect } from 'react-router'
import { invoicesQuery } from '../../money/invoices/hooks.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { QueryClientContext, preloadQueries } from '../../ui/queryClient.ts'

/**
 * Loads the order before its page is shown. The link in a mail to pay after all (`?pay=again`) redirects to the cart for an order that
 * ended unpaid, whose lines are back there; an order that can still be paid is paid on its own page.
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
