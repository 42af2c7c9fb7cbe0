import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '../../ui/page/hydrated.ts'
import { useUser } from '../../people/accounts/hooks.ts'
import { orderQuery, ordersQuery } from '../../shop/orders/hooks.ts'
import type { OrderItem } from '../../shop/orders/contract.ts'
import { withdrawalLineLabel } from '../../shop/withdrawals/rules.ts'
import { Card } from '../../ui/components/Card.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { type WithdrawalFormValues, useRequestWithdrawal } from '../../shop/withdrawals/hooks.ts'
import { WithdrawalConfirmation } from '../../shop/withdrawals/WithdrawalConfirmation.tsx'
import { WithdrawalForm } from '../../shop/withdrawals/WithdrawalForm.tsx'
import { WithdrawalLines } from '../../shop/withdrawals/WithdrawalLines.tsx'
import { WithdrawalReceived } from '../../shop/withdrawals/WithdrawalReceived.tsx'

/** The withdrawal from a purchase, open to everyone: form, review, confirmation. */
export function WithdrawalPage() {
  return (
    <div className="measure grid justify-items-center py-10 md:py-16">
      <PageTitle>Herroepen</PageTitle>
      <div className="grid w-full max-w-2xl gap-8">
        <Intro />
        <WithdrawalSteps />
      </div>
    </div>
  )
}

function WithdrawalSteps() {
  const blank = useInitialWithdrawal()
  const lines = useOrderLines(blank.orderNumber)
  const withdraw = useRequestWithdrawal()
  const [filled, setFilled] = useState(blank)
  const [isFilled, setIsFilled] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map())
  if (withdraw.data) return <WithdrawalReceived receivedAt={withdraw.data.receivedAt} />
  if (isFilled) {
    return (
      <WithdrawalConfirmation
        filled={filled}
        named={lines.flatMap(({ id, product: { name } }) => {
          const quantity = chosen.get(id)
          return quantity === undefined ? [] : [withdrawalLineLabel({ quantity, name })]
        })}
        busy={withdraw.isPending}
        onBack={() => setIsFilled(false)}
        onConfirm={() => withdraw.mutate({ ...filled, ...selectedLines(lines, chosen) })}
      />
    )
  }
  return (
    <Card className="sm:p-8">
      <WithdrawalForm
        initial={filled}
        lines={lines.length > 0 && <WithdrawalLines items={lines} chosen={chosen} onChange={setChosen} />}
        onFilled={input => {
          setFilled(input)
          setIsFilled(true)
        }}
      />
    </Card>
  )
}

/** The lines that were chosen: a line without a quantity is withdrawn as a whole. */
function selectedLines(lines: OrderItem[], chosen: ReadonlyMap<string, number>) {
  const units = [...chosen].map(([itemId, quantity]) => ({ itemId, quantity }))
  const isPart = ({ itemId, quantity }: { itemId: string; quantity: number }) =>
    lines.some(line => line.id === itemId && quantity < line.quantity)
  return { itemIds: units.map(({ itemId }) => itemId), quantities: units.filter(isPart) }
}

/** Known values: the user's data, and the order in the link. */
function useInitialWithdrawal(): WithdrawalFormValues {
  const user = useUser()
  const [search] = useSearchParams()
  return {
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    email: user?.email ?? '',
    orderNumber: search.get('order') ?? '',
    remark: '',
  }
}

/** The lines of the order in the URL, if it is the user's own, or a guest's who came from its page. */
function useOrderLines(number: string) {
  const user = useUser()
  const [search] = useSearchParams()
  const isHydrated = useIsHydrated()
  const orders = useQuery({ ...ordersQuery, enabled: user !== null && number !== '' })
  const linked = user === null && isHydrated ? search.get('id') : null
  const id = orders.data?.find(order => order.number === number)?.id ?? linked
  const order = useQuery({ ...orderQuery(id ?? ''), enabled: id !== null })
  return order.data?.number === number ? order.data.items : []
}

const Intro = () => (
  <header className="grid gap-3">
    <h1 className="display text-title">Herroepen</h1>
    <p className="text-lead text-ink-soft">
      Tot 14 dagen na ontvangst kun je van je aankoop afzien, zonder reden. Vul dit in en bevestig; je krijgt
      meteen een ontvangstbewijs per mail.
    </p>
    <p className="text-small text-ink-soft">
      Digitale inhoud en minuten kunnen niet terug als je bij het kopen om directe levering vroeg. Een
      verzegeld product kan om redenen van hygiëne alleen terug zolang de verzegeling heel is.
    </p>
  </header>
)
