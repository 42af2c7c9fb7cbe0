import { Bell, BellRing } from 'lucide-react'
import { useUser } from '../../people/accounts/hooks.ts'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { useCancelBackInStock, useIsRequested, useRequestBackInStock } from './hooks.ts'

/** Asks for a mail when a sold-out product is there again; pressed again, not any more. */
export function BackInStockButton({ product }: { product: Product }) {
  return (
    <div className="grid justify-items-start gap-2">
      {useUser() ? (
        <MemberButton product={product} />
      ) : (
        <Button asChild variant="secondary">
          <LoginLink>
            <Bell aria-hidden />
            Log in voor een mail als het er weer is
          </LoginLink>
        </Button>
      )}
      <p className="text-small text-ink-soft">Eén mail, zonder dat erin staat wat het is.</p>
    </div>
  )
}

function MemberButton({ product }: { product: Product }) {
  const isRequested = useIsRequested(product)
  const request = useRequestBackInStock()
  const cancel = useCancelBackInStock()
  const { mutate } = isRequested ? cancel : request
  const Icon = isRequested ? BellRing : Bell
  return (
    <>
      <Button
        variant="secondary"
        aria-pressed={isRequested ?? false}
        disabled={isRequested === undefined}
        busy={request.isPending || cancel.isPending}
        onClick={() => mutate({ productId: product.id })}
      >
        <Icon aria-hidden />
        Mail me als het er weer is
      </Button>
      <output className="text-small text-ink-soft">
        {isRequested && 'We mailen je zodra het er weer is. Druk nog eens om dat niet te doen.'}
      </output>
    </>
  )
}
