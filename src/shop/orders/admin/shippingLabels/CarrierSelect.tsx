import { CarrierCode } from '../../../shipping/pickup.contract.ts'
import { carrierNames } from '../../../shipping/pickup.rules.ts'
import { Field, Select } from '../../../../ui/forms/Field.tsx'
import { Options } from '../../../../ui/forms/Options.tsx'

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
