import { Badge } from '../../ui/components/Badge.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import type { MinutePackage, PackageId } from './contract.ts'
import { pricePerMinute } from './rules.ts'

interface PackageChoiceProps {
  packages: MinutePackage[]
  chosen: PackageId | null
  onChoose: (id: PackageId) => void
}

export const MinutePackageChoice = ({ packages, chosen, onChoose }: PackageChoiceProps) => (
  <fieldset className="grid gap-3">
    <legend className="sr-only">Kies een minutenpakket</legend>
    {packages.some(({ discounted }) => discounted) && (
      <p className="text-small text-live-text">De sessieprijs geldt zolang je sessie loopt.</p>
    )}
    {packages.map(offer => (
      <RadioCard
        key={offer.id}
        name="package"
        value={offer.id}
        checked={offer.id === chosen}
        onChange={() => onChoose(offer.id)}
        title={<Name offer={offer} />}
        aside={<Price offer={offer} />}
      >
        <span className="figures">
          {formatMinutes(offer.minutes)}, {formatCents(pricePerMinute(offer))} per min
        </span>
      </RadioCard>
    ))}
  </fieldset>
)

const Name = ({ offer }: { offer: MinutePackage }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {offer.name}
    {offer.popular && <Badge className="bg-accent text-on-accent">Populair</Badge>}
  </span>
)

const Price = ({ offer }: { offer: MinutePackage }) => (
  <span className="figures grid">
    <span className="text-subheading font-medium">{formatCents(offer.price)}</span>
    {offer.discounted && (
      <s className="text-small text-ink-faint">
        <span className="sr-only">Zonder sessie: </span>
        {formatCents(offer.normalPrice)}
      </s>
    )}
  </span>
)
