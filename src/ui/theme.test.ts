import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** The value of a colour in one of the schemes. */
function valueOf(name: string, scheme: Scheme): string {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1]
  if (value === undefined) throw new Error(`theme.css has no colour ${name}`)
  const [, light = value, dark = value] = /^light-dark\(((?:[^(),]|\([^)]*\))+), (.+)\)$/.exec(value) ?? []
  return scheme === 'light' ? light : dark
}

/** Linear red, green and blue from 0 to 1, by https://bottosson.github.io/posts/oklab. */
function linearOf(value: string): number[] {
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (oklch) {
    const [lightness = 0, chroma = 0, hue = 0] = oklch.slice(1).map(Number)
    const a = chroma * Math.cos((hue * Math.PI) / 180)
    const b = chroma * Math.sin((hue * Math.PI) / 180)
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ].map(part => Math.min(1, Math.max(0, part)))
  }
  if (!/^#[\da-f]{6}$/.test(value)) throw new Error(`not a colour that is opaque: ${value}`)
  return [1, 3, 5].map(at => {
    const part = Number.parseInt(value.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function luminance(value: string): number {
  const [red = 0, green = 0, blue = 0] = linearOf(value)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of WCAG 2.2, from 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const backgrounds = ['sunken', 'paper', 'surface', 'raised']
const [AAA, AA, CONTROL] = [7, 4.5, 3] as const

it.each([
  ['ink', backgrounds, AAA],
  ['ink-soft', backgrounds, AAA],
  ['ink-faint', backgrounds, AA],
  ['line-strong', backgrounds, CONTROL],
  ['on-accent', ['accent', 'accent-strong', 'danger-fill'], AA],
  ['accent-text', [...backgrounds, 'accent-soft'], AA],
  ['on-live', ['live'], AA],
  ['live-text', [...backgrounds, 'live-soft'], AA],
  ...['model', 'green', 'blue', 'yellow', 'danger'].map(
    name => [name, [...backgrounds, `${name}-soft`], AA] as [string, string[], number],
  ),
] as [string, string[], number][])('%s on %j has a contrast of %d in both themes', (name, behind, least) => {
  const low = schemes.flatMap(scheme =>
    behind
      .map(each => ({ each, contrast: contrastOf(valueOf(name, scheme), valueOf(each, scheme)) }))
      .filter(({ contrast }) => contrast < least)
      .map(({ each, contrast }) => `${scheme} ${each}: ${contrast.toFixed(2)}`),
  )
  expect(low).toEqual([])
})

it('computes the contrasts that WCAG gives', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48)
  expect(contrastOf('oklch(1 0 0)', '#000000')).toBeCloseTo(21, 1)
})
