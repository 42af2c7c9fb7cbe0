import { Field, Input, Select } from '../../../ui/forms/Field.tsx'
import { StockCause } from './contract.ts'
import { stockCauseNames } from './history.rules.ts'
import { Options } from '../../../ui/forms/Options.tsx'

interface AdminCauseFieldsProps {
  /** Empty until one is chosen. */
  cause: StockCause | ''
  note: string
  error?: string | undefined
  change: (part: { cause?: StockCause; note?: string }) => void
}

/** The cause of a stock change, with a note. */
export const AdminStockCauseFields = ({ cause, note, error, change }: AdminCauseFieldsProps) => (
  <>
    <Field label="Reden van de voorraadwijziging" error={error}>
      <Select value={cause} onChange={event => change({ cause: StockCause.parse(event.target.value) })}>
        {cause === '' && <option value="">Kies een reden</option>}
        <Options values={StockCause.options} nameOf={option => stockCauseNames[option]} />
      </Select>
    </Field>
    <Field label="Toelichting" optional>
      <Input maxLength={200} value={note} onChange={event => change({ note: event.target.value })} />
    </Field>
  </>
)
