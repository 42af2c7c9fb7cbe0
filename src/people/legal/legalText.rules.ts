import type { ContentPlaceholder } from '../../wire/content.ts'
import { POLICY_VERSION } from '../accounts/contract.ts'
import type { ContentDefinition } from '../content/definition.rules.ts'
import type { LegalContent, LegalSection } from './contract.ts'

interface LegalTextInput {
  key: string
  title: string
  path: string
  asksAcceptance?: boolean
  /** Besides those that every legal text has. */
  placeholders: ContentPlaceholder[]
  intro: string
  sections: LegalSection[]
}

const sharedPlaceholders: ContentPlaceholder[] = [
  { name: 'verkoper', label: 'de gegevens van het bedrijf', requiredIn: 'sections' },
  { name: 'bedrijf', label: 'bijvoorbeeld “een eenmanszaak in België”' },
  { name: 'contact', label: 'het e-mailadres voor vragen' },
  { name: 'bewaartermijn', label: 'hoe lang de boekhouding bewaard blijft' },
]

/** A legal text: an introduction, and sections with anchors, which other pages link to. */
export const defineLegalText = ({
  placeholders,
  intro,
  sections,
  ...text
}: LegalTextInput): ContentDefinition<LegalContent> => ({
  ...text,
  group: 'LEGAL',
  firstLabel: POLICY_VERSION,
  placeholders: [...sharedPlaceholders, ...placeholders],
  fields: [
    { kind: 'text', name: 'intro', label: 'Inleiding', max: 1000 },
    {
      kind: 'list',
      name: 'sections',
      label: 'Hoofdstukken',
      itemLabel: 'Hoofdstuk',
      min: 1,
      max: 40,
      item: [
        { kind: 'line', name: 'id', label: 'Anker', max: 60, isOptional: true, isHidden: true },
        { kind: 'line', name: 'title', label: 'Titel', max: 120 },
        { kind: 'text', name: 'text', label: 'Tekst', max: 20_000 },
      ],
    },
  ],
  defaults: { intro, sections },
})

/** The anchor of a section: its own, or for a new one its place. */
export const anchorOf = ({ id }: LegalSection, index: number): string => id || `hoofdstuk-${index + 1}`
