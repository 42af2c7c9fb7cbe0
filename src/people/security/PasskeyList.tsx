import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import type { Passkey } from './passkey.contract.ts'
import { passkeysQuery, useCanUsePasskeys } from './passkey.hooks.ts'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'

/** The passkeys of the user, with buttons to add, rename and remove them. */
export function PasskeyList() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  const isPossible = useCanUsePasskeys()
  return (
    <>
      <p className="text-ink-soft">
        Log in met je vingerafdruk, je gezicht of de pincode van je toestel, zonder wachtwoord en zonder code.
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map(passkey => (
            <li key={passkey.id} className="py-3 first:pt-0 last:pb-0">
              <Row passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {isPossible ? (
        <AddPasskeyDialog />
      ) : (
        <p className="text-small text-ink-faint">
          Op dit adres kan dat niet: een passkey hoort bij de naam van een site, over een beveiligde
          verbinding.
        </p>
      )}
    </>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <div className="flex items-center gap-4">
      <KeyRound className="size-6 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-small text-ink-soft">
          {lastUsedAt
            ? `Laatst gebruikt op ${formatDate(lastUsedAt)}`
            : `Toegevoegd op ${formatDate(createdAt)}`}
        </p>
      </div>
      <div className="flex shrink-0">
        <RenamePasskeyDialog passkey={passkey}>
          <Button variant="quiet" size="icon" aria-label={`Naam wijzigen: ${name}`}>
            <Pencil aria-hidden />
          </Button>
        </RenamePasskeyDialog>
        <RemovePasskeyDialog passkey={passkey}>
          <Button variant="quiet" size="icon" aria-label={`Verwijderen: ${name}`}>
            <Trash2 aria-hidden />
          </Button>
        </RemovePasskeyDialog>
      </div>
    </div>
  )
}
