import { describe, expect, it } from 'vitest'
import { tidyName, tidyText } from './text.ts'

describe('a text that was typed', () => {
  it.each([
    ['  Sam ', 'Sam'],
    ['\u202eSam\u202c', 'Sam'],
    ['\u200b\u3164', ''],
    ['\u2800\u2800', ''],
    [' \n\t', ''],
    ['\u{e0041}\ufe0f\u200d', ''],
    // The visible characters stay with those that join them.
    ['👩‍💻', '👩‍💻'],
    ['❤️', '❤️'],
    ['Zoë\nde Wit', 'Zoë\nde Wit'],
    ['می‌خواهم', 'می‌خواهم'],
    ['.', '.'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(tidyText(typed)).toBe(kept)
  })
})

describe('a program’s name for something', () => {
  it.each([
    ['  Lush \r\n 3\u0000\u007f ', 'Lush 3'],
    ['Lush\u20283', 'Lush 3'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['\u202eLush', 'Lush'],
    ['\u200b\u0000', ''],
  ])('%j is kept as %j', (reported, kept) => {
    expect(tidyName(reported)).toBe(kept)
  })
})
