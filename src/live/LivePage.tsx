import { useUser } from '../accounts/hooks.ts'
import { formatMinutes } from '../web/format.ts'
import { Title } from '../web/ui/Title.tsx'

export function LivePage() {
  const user = useUser()
  return (
    <div className="measure py-10 md:py-16">
      <Title>Live Control</Title>
      <h1 className="display text-title">Live Control</h1>
      <p className="mt-4 text-lead text-ink-soft">Je saldo is {formatMinutes(user?.minutesBalance ?? 0)}.</p>
    </div>
  )
}
