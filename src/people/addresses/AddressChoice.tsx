import { Badge } from '../../ui/components/Badge.tsx'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import type { Address } from './contract.ts'
import { formatAddressLines } from './rules.ts'

interface AddressChoiceProps {
  addresses: Address[]
  chosen: string | null
  onChoose: (addressId: string) => void
  /** The error of the chosen one. */
  error?: string | undefined
}

export const AddressChoice = ({ addresses, chosen, onChoose, error }: AddressChoiceProps) => (
  <fieldset className="grid gap-3" aria-describedby={error ? 'address-choice-error' : undefined}>
    <legend className="sr-only">Kies een verzendadres</legend>
    {addresses.map(address => (
      <RadioCard
        key={address.id}
        name="address"
        value={address.id}
        checked={address.id === chosen}
        onChange={() => onChoose(address.id)}
        title={`${address.firstName} ${address.lastName}`}
        aside={address.isDefault && <Badge>Standaard</Badge>}
      >
        {formatAddressLines(address).join(', ')}
      </RadioCard>
    ))}
    <FieldError id="address-choice-error">{error}</FieldError>
  </fieldset>
)
