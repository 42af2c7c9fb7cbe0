import { type ReactNode, useState } from 'react'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'

/** Something that another admin changed meanwhile, as each side has it. */
export interface Difference<Name extends string> {
  name: Name
  label: string
  was: ReactNode
  theirs: ReactNode
  mine: ReactNode
  /** Whether both changed it, to different values. */
  isConflict: boolean
}

interface AdminConflictDialogProps<Name extends string> {
  description: string
  differences: Difference<Name>[]
  /** Is called with the names of the differences in which the other admin's value is kept. */
  onChoose: (theirNames: Name[]) => void
  onClose: () => void
}

/** Another admin saved first: shows the base, theirs and mine of each difference. */
export function AdminConflictDialog<Name extends string>({
  description,
  differences,
  onChoose,
  onClose,
}: AdminConflictDialogProps<Name>) {
  // A field that only the other admin changed starts with their value.
  const [theirNames, setTheirNames] = useState(
    differences.filter(({ isConflict }) => !isConflict).map(({ name }) => name),
  )
  const choose = (name: Name, isTheirs: boolean) =>
    setTheirNames(before => [...before.filter(each => each !== name), ...(isTheirs ? [name] : [])])
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Iemand anders was je voor"
        description={description}
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
            <SideChoice
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

interface SideChoiceProps {
  difference: Difference<string>
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function SideChoice({ difference, isTheirs, onChoose }: SideChoiceProps) {
  const { name, label, was, theirs, mine, isConflict } = difference
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 flex flex-wrap items-center gap-2 font-semibold">
        {label}
        {isConflict && <Badge tone="live">Allebei gewijzigd</Badge>}
      </legend>
      <div className="grid gap-0.5 text-small text-ink-soft">
        <span className="text-tiny text-ink-faint">Was</span>
        <Side>{was}</Side>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <RadioCard
          name={`compare-${name}`}
          title="Van de ander"
          checked={isTheirs}
          onChange={() => onChoose(true)}
        >
          <Side>{theirs}</Side>
        </RadioCard>
        <RadioCard
          name={`compare-${name}`}
          title={isConflict ? 'Van jou' : 'Zoals het was'}
          checked={!isTheirs}
          onChange={() => onChoose(false)}
        >
          <Side>{mine}</Side>
        </RadioCard>
      </div>
    </fieldset>
  )
}

const Side = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere whitespace-pre-line">{children}</span>
)
