import { expect, test } from 'vitest'
import { findForbiddenWord, wordsOf } from './words.rules.ts'

const settings = { forbiddenWords: 'WhatsApp\n\n escort*\ntiener\nsnap chat\n*\n' }

test.each([
  ['bel me op whatsapp', 'WhatsApp'],
  ['WHATSÀPP', 'WhatsApp'],
  ['wh4ts4pp', 'WhatsApp'],
  ['w h a t s a p p', 'WhatsApp'],
  ['t.i.e.n.e.r', 'tiener'],
  ['escortes in Gent', 'escort*'],
  ['mijn-escort', 'escort*'],
  ['Snap-Chat', 'snap chat'],
])('%j has a forbidden word', (text, line) => expect(findForbiddenWord(settings, text)).toBe(line))

test.each(['zestieners', 'ik praat graag', '', 'snapt chatten', '****'])('%j has none', text =>
  expect(findForbiddenWord(settings, text)).toBeNull(),
)

test('an empty list forbids nothing', () =>
  expect(findForbiddenWord({ forbiddenWords: ' \n' }, 'tiener')).toBeNull())

test('words have neither capitals nor accents', () =>
  expect(wordsOf('Zoë-Fleur d’Été')).toEqual(['zoe', 'fleur', 'd', 'ete']))
