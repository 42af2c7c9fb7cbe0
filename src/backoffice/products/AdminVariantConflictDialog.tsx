import { useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import type { GridDifference } from './variantMerge.rules.ts'

interface AdminVariantConflictDialogProps {
  differences: GridDifference[]
  /** Is called with the names of the differences in which the other admin's value is kept. */
  onChoose: (theirNames: string[]) => void
  onClose: () => void
}

/** Another admin saved the variants first: shows the base, theirs and mine of each cell. */
export function AdminVariantConflictDialog({
  differences,
  onChoose,
  onClose,
}: AdminVariantConflictDialogProps) {
  // What only the other admin changed starts with their value.
  const [theirNames, setTheirNames] = useState(
    differences.filter(({ isConflict }) => !isConflict).map(({ name }) => name),
  )
  const choose = (name: string, isTheirs: boolean) =>
    setTheirNames(before => [...before.filter(each => each !== name), ...(isTheirs ? [name] : [])])
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Iemand anders was je voor"
        description="Deze varianten zijn gewijzigd terwijl jij ze bewerkte. Kies per cel wat blijft."
        className="sm:w-[min(44rem,calc(100vw-3rem))]"
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Terug
            </Button>
            <Button onClick={() => onChoose(theirNames)}>Keuze opslaan</Button>
          </div>
        }
      >
        <div className="grid gap-7">
          {differences.map(difference => (
            <CellChoice
              key={difference.name}
              difference={difference}
              isTheirs={theirNames.includes(difference.name)}
              onChoose={isTheirs => choose(difference.name, isTheirs)}
            />
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}

interface CellChoiceProps {
  difference: GridDifference
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

const CellChoice = ({ difference, isTheirs, onChoose }: CellChoiceProps) => {
  const { name, label, was, theirs, mine, isConflict } = difference
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 flex flex-wrap items-center gap-2 font-semibold">
        {label}
        {isConflict && <Badge tone="live">Allebei gewijzigd</Badge>}
      </legend>
      <div className="grid gap-0.5 text-small text-ink-soft">
        <span className="text-tiny text-ink-faint">Was</span>
        <span className="wrap-anywhere whitespace-pre-line">{was}</span>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <RadioCard name={name} title="Van de ander" checked={isTheirs} onChange={() => onChoose(true)}>
          <span className="wrap-anywhere whitespace-pre-line">{theirs}</span>
        </RadioCard>
        <RadioCard
          name={name}
          title={isConflict ? 'Van jou' : 'Zoals het was'}
          checked={!isTheirs}
          onChange={() => onChoose(false)}
        >
          <span className="wrap-anywhere whitespace-pre-line">{mine}</span>
        </RadioCard>
      </div>
    </fieldset>
  )
}
