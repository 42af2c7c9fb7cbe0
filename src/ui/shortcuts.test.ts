import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { adminShortcuts, keyLabelsOf, type KeyPress, matchShortcut, shortcutsLine } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, isTyping: false, isInRow: true }

/** The shortcut of a key press, or the prefix that it begins. */
function matched(key: string, more: Partial<KeyPress> = {}, prefix = '', isOn = true): string | null {
  const match = matchShortcut({ ...plain, key, ...more }, prefix, isOn)
  if (!match) return null
  return 'prefix' in match ? `${match.prefix} …` : match.shortcut.id
}

describe('a key press', () => {
  it.each([
    ['/', 'search'],
    ['?', 'sheet'],
    ['j', 'next-row'],
    ['ArrowUp', 'previous-row'],
    ['Enter', 'open-row'],
    ['x', 'select-row'],
    ['n', 'next-page'],
    ['[', 'previous-page'],
    ['g', 'g …'],
    ['q', null],
    ['Escape', null],
  ])('%s is %s', (key, shortcut) => expect(matched(key)).toBe(shortcut))

  it('after g is a place, and otherwise its own shortcut', () => {
    expect(matched('o', {}, 'g')).toBe('orders')
    expect(matched('p', {}, 'g')).toBe('products')
    expect(matched('k', {}, 'g')).toBe('customers')
    expect(matched('j', {}, 'g')).toBe('next-row')
    expect(matched('o')).toBeNull()
  })

  it('in a field is typing, but for those with Ctrl or ⌘', () => {
    const isTyping = true
    for (const key of ['/', 'j', 'x', '?', 'g', 'Enter']) expect(matched(key, { isTyping })).toBeNull()
    expect(matched('k', { isTyping, ctrlKey: true })).toBe('palette')
    expect(matched('K', { isTyping, metaKey: true })).toBe('palette')
  })

  it('with another modifier is nothing', () => {
    expect(matched('j', { altKey: true })).toBeNull()
    expect(matched('j', { ctrlKey: true })).toBeNull()
    expect(matched('k', { ctrlKey: true, altKey: true })).toBeNull()
    expect(matched('k', { ctrlKey: true, metaKey: true })).toBeNull()
  })

  it('of an arrow or Enter counts only in a row, where the page does not need it', () => {
    const isInRow = false
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) expect(matched(key, { isInRow })).toBeNull()
    expect(matched('j', { isInRow })).toBe('next-row')
  })

  it('of a character is nothing once these are switched off', () => {
    for (const key of ['/', 'j', '?', 'g']) expect(matched(key, {}, '', false)).toBeNull()
    expect(matched('o', {}, 'g', false)).toBeNull()
    expect(matched('k', { ctrlKey: true }, '', false)).toBe('palette')
  })
})

it('no two shortcuts have the same keys', () => {
  const all = adminShortcuts.flatMap(({ keys }) => keys)
  expect(new Set(all).size).toBe(all.length)
})

it('names the keys as they stand on the keyboard', () => {
  expect(keyLabelsOf('Mod+k', false)).toEqual(['Ctrl', 'K'])
  expect(keyLabelsOf('Mod+k', true)).toEqual(['⌘', 'K'])
  expect(keyLabelsOf('g o', false)).toEqual(['g', 'o'])
  expect(keyLabelsOf('ArrowDown', false)).toEqual(['↓'])
})

it('are all in the README', async () => {
  expect(await readFile('README.md', 'utf8')).toContain(shortcutsLine())
})
