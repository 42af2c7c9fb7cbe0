import { Notice } from '../../ui/components/Notice.tsx'
import { settingsFieldLabels, type SettingsConflict } from './form.rules.ts'
import { storefrontAccessLabels, vatModeLabels } from './rules.ts'

/** Says what another admin saved meanwhile, beside what stands here. */
export function SettingsConflictNotice({ meanwhile }: { meanwhile: SettingsConflict[] }) {
  if (meanwhile.length === 0) return null
  return (
    <Notice tone="error" title="Iemand anders heeft intussen gewijzigd">
      <ul className="grid gap-1 py-1">
        {meanwhile.map(({ field, theirs, mine }) => (
          <li key={field}>
            {settingsFieldLabels[field]}: {formatFieldValue(theirs)}
            {mine === null ? ', hier overgenomen' : `. Bij jou staat ${formatFieldValue(mine)}`}
          </li>
        ))}
      </ul>
      <p>Bewaar opnieuw als alles klopt: dan geldt wat hier staat.</p>
    </Notice>
  )
}

const valueLabels: Record<string, string> = { ...vatModeLabels, ...storefrontAccessLabels }

const formatFieldValue = (value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? 'aan' : 'uit'
  return value === '' ? 'leeg' : `“${valueLabels[value] ?? value}”`
}
