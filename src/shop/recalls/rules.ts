import type { Recall, Remedy } from './contract.ts'

const remedyTexts: Record<Remedy, string> = {
  REPAIR: 'een gratis reparatie',
  REPLACEMENT: 'gratis een ander, veilig exemplaar van minstens dezelfde waarde',
  REFUND: 'terugbetaling van minstens wat je betaalde',
}

const choices = new Intl.ListFormat('nl', { type: 'disjunction' })

/** What the buyer is entitled to (Reg. (EU) 2023/988, art. 37); null of a recall that says it in what to do. */
export function remedyText({
  remedies,
  remedyException,
}: Pick<Recall, 'remedies' | 'remedyException'>): string | null {
  if (remedies.length === 0) return null
  const list = choices.format(remedies.map(remedy => remedyTexts[remedy]))
  const sentences = [
    remedies.length > 1 ? `Je kiest zelf: ${list}.` : `Je krijgt ${list}.`,
    remedyException,
    'Het kost je niets, ook het terugsturen niet.',
    remedies.some(remedy => remedy !== 'REFUND') &&
      'Lukt dat niet binnen een redelijke tijd of zonder veel ongemak, dan krijg je altijd je geld terug.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Brand, model, and the numbers by which a buyer recognizes it, in lines. */
export const identificationLines = ({
  brand,
  model,
  identification,
}: Pick<Recall, 'brand' | 'model' | 'identification'>): string[] => [
  ...(brand === null ? [] : [`Merk: ${brand}`]),
  ...(model === null ? [] : [`Model: ${model}`]),
  ...(identification === null ? [] : [identification]),
]
