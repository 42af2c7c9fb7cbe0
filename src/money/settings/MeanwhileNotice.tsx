import { Notice } from '../../ui/parts/Notice.tsx'
import { fieldNames, type Meanwhile } from './draft.rules.ts'
import { accessNames, vatNames } from './rules.ts'

/** Says what another admin saved meanwhile, beside what stands here. */
export function MeanwhileNotice({ meanwhile }: { meanwhile: Meanwhile[] }) {
  if (meanwhile.length === 0) return null
  return (
    <Notice tone="error" title="Iemand anders heeft intussen gewijzigd">
      <ul className="grid gap-1 py-1">
        {meanwhile.map(({ field, theirs, mine }) => (
          <li key={field}>
            {fieldNames[field]}: {said(theirs)}
            {mine === null ? ', hier overgenomen' : `. Bij jou staat ${said(mine)}`}
          </li>
        ))}
      </ul>
      <p>Bewaar opnieuw als alles klopt: dan geldt wat hier staat.</p>
    </Notice>
  )
}

const named: Record<string, string> = { ...vatNames, ...accessNames }

const said = (value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? 'aan' : 'uit'
  return value === '' ? 'leeg' : `“${named[value] ?? value}”`
}
