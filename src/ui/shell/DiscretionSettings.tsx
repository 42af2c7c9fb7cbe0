import { useState } from 'react'
import { Field, Input, Select } from '../forms/Field.tsx'
import { SettingRow } from '../forms/SettingRow.tsx'
import { NEUTRAL_TITLE, saveExitUrl, toExitUrl, useDiscretion, useExitUrl } from '../visitor/discretion.ts'

const sites = [
  { url: 'https://www.knmi.nl/', name: 'Het weer (knmi.nl)' },
  { url: 'https://nos.nl/', name: 'Het nieuws (nos.nl)' },
  { url: 'https://nl.wikipedia.org/', name: 'Wikipedia' },
] as const

const OWN = 'own'

/** The settings of this device that keep others from seeing what it shows. */
export function DiscretionSettings() {
  const { isDiscreet, setDiscreet } = useDiscretion()
  const url = useExitUrl()
  return (
    <div className="divide-y divide-line">
      <SettingRow name="Neutrale titel en pictogram" checked={isDiscreet} onChange={setDiscreet}>
        {`Elk tabblad heet dan ${NEUTRAL_TITLE}, met een gewoon pictogram.`}
      </SettingRow>
      <div>
        <SettingRow
          name="Snel weg"
          checked={url !== null}
          onChange={isOn => saveExitUrl(isOn ? sites[0].url : null)}
        >
          Druk drie keer snel op Escape, en er staat meteen een andere site. Op een telefoon tik je op het
          lipje aan de linkerrand. Een toy die je bestuurt stopt eerst. Wat je eerder opende blijft in de
          geschiedenis van je browser staan.
        </SettingRow>
        {url !== null && <ExitSiteFields url={url} />}
      </div>
      <p className="pt-4 text-small text-ink-faint">Dit geldt op dit apparaat.</p>
    </div>
  )
}

function ExitSiteFields({ url }: { url: string }) {
  const isKnown = sites.some(site => site.url === url)
  const [isOwn, setIsOwn] = useState(!isKnown)
  const [text, setText] = useState(isKnown ? '' : url)
  const [isTried, setIsTried] = useState(false)
  const choose = (value: string) => {
    setIsOwn(value === OWN)
    if (value !== OWN) saveExitUrl(value)
  }
  const save = () => {
    const own = toExitUrl(text)
    setIsTried(true)
    if (own) saveExitUrl(own)
  }
  return (
    <div className="grid gap-4 pb-4">
      <Field label="Naar">
        <Select value={isOwn ? OWN : url} onChange={event => choose(event.target.value)}>
          {sites.map(site => (
            <option key={site.url} value={site.url}>
              {site.name}
            </option>
          ))}
          <option value={OWN}>Een eigen adres</option>
        </Select>
      </Field>
      {isOwn && (
        <Field
          label="Adres"
          hint="Tot het klopt, geldt wat je hiervoor koos."
          error={isTried && toExitUrl(text) === null ? 'Vul een webadres in, zoals www.knmi.nl.' : undefined}
        >
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            value={text}
            onChange={event => setText(event.target.value)}
            onBlur={save}
            onKeyDown={event => event.key === 'Enter' && save()}
          />
        </Field>
      )}
    </div>
  )
}
