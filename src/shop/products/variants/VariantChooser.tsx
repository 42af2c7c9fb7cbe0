import { useId } from 'react'
import type { ProductOption, Variant } from '../catalog/contract.ts'
import { OptionPill } from './OptionPill.tsx'
import { optionTitle, type ValueState, valueState, type VariantChoice } from './choice.rules.ts'

interface VariantChooserProps {
  options: ProductOption[]
  variants: Variant[]
  choice: VariantChoice
  onChoose: (option: number, value: string) => void
}

/**
 * The options of a product, each a group of radio buttons. A variant that is sold out can be chosen too, to ask for a message
 * when it is back.
 */
export const VariantChooser = ({ options, variants, choice, onChoose }: VariantChooserProps) => (
  <div className="grid gap-6">
    {options.map(({ name, values }, option) => (
      <OptionGroup
        key={name}
        name={name}
        chosen={choice[option] ?? null}
        values={values.map(value => ({ value, state: valueState(variants, choice, option, value) }))}
        onChoose={value => onChoose(option, value)}
      />
    ))}
  </div>
)

interface OptionGroupProps {
  name: string
  chosen: string | null
  values: { value: string; state: ValueState }[]
  onChoose: (value: string) => void
}

function OptionGroup({ name, chosen, values, onChoose }: OptionGroupProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-2.5 text-small">
        <span className="font-semibold">{optionTitle(name)}</span>
        {chosen !== null && <span className="text-ink-soft">: {chosen}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map(({ value, state }) => (
          <OptionPill
            key={value}
            type="radio"
            name={group}
            option={name}
            value={value}
            look={state}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          >
            <span className="sr-only">{stateText[state]}</span>
          </OptionPill>
        ))}
      </div>
    </fieldset>
  )
}

const stateText: Record<ValueState, string> = {
  available: '',
  soldOut: ', uitverkocht',
  missing: ', niet in deze combinatie',
}
