import type { Mutation } from './mutations.data.ts'

/** The message of a broken invariant about the silence of a toy. */
const runsOn = /^toy-\d runs(?:, and nobody has controlled it for 3 s| 3 s after its stop)/

/** Deliberate bugs of stops and zeros, which only toys that lie show, and of a creator who hides. */
export const stopMutations: Mutation[] = [
  {
    name: 'no-zeros',
    file: 'src/live/sessions/engine/toyCommandQueue.service.ts',
    from: 'if (this.#driver.zero && isHere &&',
    to: 'if (false && this.#driver.zero && isHere &&',
    breaks: 'a toy that runs on after its stop gets no zeros',
    foundBy: runsOn,
  },
  {
    name: 'zeros-not-repeated',
    file: 'src/live/sessions/engine/toyCommandQueue.rules.ts',
    from: '  return confirmAt?.filter(each => each > at) ?? CONFIRM_MS.map(ms => at + ms)\n',
    to: '  return confirmAt?.filter(each => each > at) ?? []\n',
    breaks: 'a toy that loses the first zeros, or begins again, gets no second ones',
    foundBy: runsOn,
  },
  {
    name: 'left-without-zeros',
    file: 'src/live/sessions/engine/handover.service.ts',
    from: '  engine.stopsRepeated = repeatStops(engine, left)\n',
    to: '',
    breaks: 'a node that stops sends the toys that it leaves their zeros once',
    foundBy: runsOn,
  },
  {
    name: 'hidden-play-on',
    file: 'src/live/studio/service.ts',
    from: 'filter(({ userId }) => hidden.has(userId))',
    to: 'filter(({ userId }) => hidden.has(userId) && false)',
    breaks: 'a block ends no session that runs',
    foundBy: /has a session on toy-\d, and may not/,
  },
]
