import { useState } from 'react'
import { useApiMutation } from '../../ui/call/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Field, Select } from '../../ui/forms/Field.tsx'
import { writeDac7Report } from './contract.ts'

/** DAC7 began in 2023; the shop reports a year once it is over. */
const YEARS = 4

/** The yearly report on creators for the tax authority. */
export function Dac7Card({ thisYear }: { thisYear: number }) {
  const [year, setYear] = useState(thisYear - 1)
  const write = useApiMutation(writeDac7Report, {
    onSuccess: ({ filename, xml }) => {
      const link = document.createElement('a')
      link.href = `data:application/xml;charset=utf-8,${encodeURIComponent(xml)}`
      link.download = filename
      link.click()
    },
    failed: 'Het bestand is niet gemaakt',
  })
  const { missing = [] } = write.data ?? {}
  return (
    <section className="grid max-w-3xl gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-subheading font-semibold">DAC7, over creators</h2>
      <p className="text-small text-ink-soft">
        Vóór 31 januari meld je de Belastingdienst wat creators in het jaar ervoor verdienden. Laat je
        boekhouder het bestand controleren voor je het indient.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Jaar">
          <Select value={year} onChange={event => setYear(Number(event.target.value))}>
            {Array.from({ length: YEARS }, (_, back) => thisYear - 1 - back).map(each => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="secondary" busy={write.isPending} onClick={() => write.mutate({ year })}>
          Bestand maken
        </Button>
      </div>
      {missing.length > 0 && (
        <Notice tone="waiting" title="Deze creators staan er niet in">
          {missing.join(', ')}: hun geboortedatum, adres, fiscaal nummer of rekening ontbreekt.
        </Notice>
      )}
    </section>
  )
}
