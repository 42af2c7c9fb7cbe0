import { KeyRound } from 'lucide-react'
import { useShop } from '../../../ui/page/boot.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { useLogin } from '../hooks.ts'
import { roleLabels } from '../rules.ts'

/** Signs in with a demo account by one button; only in a shop with demo data. */
export function DemoAccounts({ onSecondStep }: { onSecondStep: () => void }) {
  const { demoAccounts } = useShop()
  const signIn = useLogin()
  if (demoAccounts.length === 0) return null
  return (
    <section className="mt-8 rounded-card bg-sunken p-5" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="flex items-center gap-2 font-semibold">
        <KeyRound className="size-4.5 text-ink-faint" aria-hidden />
        Demoaccounts
      </h2>
      <ul className="mt-3 grid gap-3">
        {demoAccounts.map(({ email, password, role }) => (
          <li key={email} className="flex items-center justify-between gap-4">
            <span className="min-w-0 text-small">
              <span className="block font-medium break-all">{email}</span>
              <span className="text-ink-soft">{password}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              busy={signIn.isPending && signIn.variables.email === email}
              onClick={() =>
                signIn.mutate({ email, password }, { onSuccess: answer => 'id' in answer || onSecondStep() })
              }
            >
              {roleLabels[role]}
              <span className="sr-only">: inloggen als {email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
