import { CarrierCode } from '../../../shop/shipping/pickup.contract.ts'
import { carrierNames } from '../../../shop/shipping/pickup.rules.ts'
import { Field, Select } from '../../../ui/components/Field.tsx'
import { Options } from '../../../ui/components/Options.tsx'

interface CarrierSelectProps {
  value: CarrierCode
  hint?: string
  onChange: (carrier: CarrierCode) => void
}

export const CarrierSelect = ({ value, hint, onChange }: CarrierSelectProps) => (
  <Field label="Vervoerder" hint={hint}>
    <Select value={value} onChange={event => onChange(CarrierCode.parse(event.target.value))}>
      <Options values={CarrierCode.options} nameOf={code => carrierNames[code]} />
    </Select>
  </Field>
)
