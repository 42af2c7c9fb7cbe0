import { describe, expect, it } from 'vitest'
import { exitUrlOf, isDiscreet, toExitUrl } from './discretion.ts'

describe('the site of the quick exit', () => {
  it.each([
    ['www.knmi.nl', 'https://www.knmi.nl/'],
    [' https://nos.nl/weer ', 'https://nos.nl/weer'],
    ['HTTPS://NOS.NL', 'https://nos.nl/'],
    ['http://nos.nl', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://wie:dan@nos.nl', null],
    ['localhost', null],
    ['niets bijzonders', null],
    ['', null],
  ])('%s is %s', (typed, url) => expect(toExitUrl(typed)).toBe(url))
})

it('is read from the cookie, which others may have written', () => {
  const planted = 'gloed_exit=https%3A%2F%2Fvals.nl%2F; __Host-gloed_exit=https%3A%2F%2Fnos.nl%2F'
  expect(exitUrlOf(planted)).toBe('https://nos.nl/')
  expect(exitUrlOf('a=b; gloed_exit=https%3A%2F%2Fnos.nl%2F; c=d')).toBe('https://nos.nl/')
  for (const cookies of ['', 'a=b', 'gloed_exit=', 'gloed_exit=%E0%A4%A', 'gloed_exit=javascript%3Aalert(1)'])
    expect(exitUrlOf(cookies)).toBeNull()
})

it.each([
  ['gloed_discreet=1', true],
  ['a=b; gloed_discreet=1; c=d', true],
  ['gloed_discreet=0', false],
  ['xgloed_discreet=1', false],
  [undefined, false],
])('%s is discreet: %s', (cookies, expected) => expect(isDiscreet(cookies)).toBe(expected))
