import { useEffect, useState } from 'react'
import { MAX_TOY_STRENGTH } from '../toys/rules.ts'
import { cn } from '../../ui/components/cn.ts'
import { Slider } from '../../ui/forms/Slider.tsx'
import type { StudioToy } from './contract.ts'
import { useChangeToy } from './hooks.ts'

interface CapProps {
  toy: Pick<StudioToy, 'id' | 'name' | 'maxIntensity'>
  /** Set where a visible text beside it names it already. */
  titleClass?: string
}

/** The cap of a toy. Moves at once with the thumb, and is saved on release. */
export function CapSlider({ toy, titleClass }: CapProps) {
  const change = useChangeToy()
  const [moving, setMoving] = useState<number | null>(null)
  // Shows the requested value until the server has answered.
  useEffect(() => setMoving(null), [toy.maxIntensity])
  const shown = moving ?? toy.maxIntensity
  return (
    <div className="grid">
      <p className="flex items-baseline justify-between text-small">
        <span className={cn('text-ink-soft', titleClass)}>Hoogste sterkte</span>
        <span className="display figures text-subheading">{shown}</span>
      </p>
      <Slider
        thumbs={[`Hoogste sterkte van ${toy.name}`]}
        valueText={value => `${value} van ${MAX_TOY_STRENGTH}`}
        min={1}
        max={MAX_TOY_STRENGTH}
        step={1}
        value={[shown]}
        onValueChange={([value = shown]) => setMoving(value)}
        onValueCommit={([maxIntensity = shown]) =>
          change.mutate({ toyId: toy.id, maxIntensity }, { onError: () => setMoving(null) })
        }
      />
    </div>
  )
}
