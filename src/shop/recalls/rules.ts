import { colons, type NoticeLanguage, noticeWords } from '../../wire/recallText.ts'
import type { Recall, Remedy } from './contract.ts'

const remedyTexts: Record<NoticeLanguage, Record<Remedy, string>> = {
  nl: {
    REPAIR: 'een gratis reparatie',
    REPLACEMENT: 'gratis een ander, veilig exemplaar van minstens dezelfde waarde',
    REFUND: 'terugbetaling van minstens wat je betaalde',
  },
  fr: {
    REPAIR: 'une réparation gratuite',
    REPLACEMENT: 'le remplacement gratuit par un produit sûr d’une valeur au moins égale',
    REFUND: 'le remboursement d’au moins ce que vous avez payé',
  },
}

const choices = {
  nl: new Intl.ListFormat('nl', { type: 'disjunction' }),
  fr: new Intl.ListFormat('fr', { type: 'disjunction' }),
}

const remedySentences = {
  nl: {
    choice: 'Je kiest zelf: ',
    one: 'Je krijgt ',
    free: 'Het kost je niets, ook het terugsturen niet.',
    otherwise:
      'Lukt dat niet binnen een redelijke tijd of zonder veel ongemak, dan krijg je altijd je geld terug.',
  },
  fr: {
    choice: 'À votre choix : ',
    one: 'Vous recevez ',
    free: 'Cela ne vous coûte rien, pas même le renvoi.',
    otherwise:
      'Si cela n’aboutit pas dans un délai raisonnable ou sans inconvénient majeur, vous êtes toujours remboursé.',
  },
}

/** The remedy that the buyer is entitled to (Reg. (EU) 2023/988, art. 37). */
export function remedyText(
  { remedies, remedyException }: Pick<Recall, 'remedies' | 'remedyException'>,
  language: NoticeLanguage = 'nl',
): string {
  const words = remedySentences[language]
  const list = choices[language].format(remedies.map(remedy => remedyTexts[language][remedy]))
  const sentences = [
    `${remedies.length > 1 ? words.choice : words.one}${list}.`,
    remedyException,
    words.free,
    remedies.some(remedy => remedy !== 'REFUND') && words.otherwise,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Brand, model, and the numbers by which a buyer recognizes it, in lines. */
export const identificationLines = (
  { brand, model, identification }: Pick<Recall, 'brand' | 'model' | 'identification'>,
  language: NoticeLanguage = 'nl',
): string[] => [
  ...(brand === null ? [] : [`${noticeWords[language].brand}${colons[language]}${brand}`]),
  ...(model === null ? [] : [`${noticeWords[language].model}${colons[language]}${model}`]),
  ...(identification === null ? [] : [identification]),
]

type FrenchFields = Pick<Recall, 'hazardFr' | 'actionFr' | 'identificationFr' | 'remedyExceptionFr'>

/** A recall with its words in French; null where the owner did not write them. */
export const toFrench = <Notice extends FrenchFields & Pick<Recall, 'identification'>>(recall: Notice) =>
  recall.hazardFr === null || recall.actionFr === null
    ? null
    : {
        ...recall,
        hazard: recall.hazardFr,
        action: recall.actionFr,
        // Numbers are the same in every language.
        identification: recall.identificationFr ?? recall.identification,
        remedyException: recall.remedyExceptionFr,
      }
