import { expect, it } from 'vitest'
import { createBatchWriter } from './batchWriter.ts'
import { LOCK_NOT_AVAILABLE } from './databaseErrors.ts'
import type { Database } from './db.ts'

interface Note {
  row: string
  text: string
}

/** Records the items written together and alone; refuses texts that are `bad`, and together waits for rows that are `locked`. */
function openWriter() {
  const together: string[][] = []
  const alone: string[] = []
  const senders = { db: 'alone', pipelinedWrites: 'together' } as unknown as Database
  const write = createBatchWriter(
    senders,
    async (sender, notes: Note[]) => {
      if (sender === senders.db) alone.push(...notes.map(({ text }) => text))
      else together.push(notes.map(({ text }) => text))
      if (notes.some(({ text }) => text === 'lost')) throw new Error('Connection terminated unexpectedly')
      if (notes.some(({ text }) => text === 'bad')) throw new Error('refused')
      if (sender !== senders.db && notes.some(({ row }) => row === 'locked'))
        throw Object.assign(new Error('locked'), { code: LOCK_NOT_AVAILABLE })
      return new Map(
        notes.filter(({ row }) => row !== 'unknown').map(note => [note, `${note.text} is written`]),
      )
    },
    ({ row }) => row,
  )
  const writeAll = (...notes: [row: string, text: string][]) =>
    Promise.allSettled(notes.map(([row, text]) => write({ row, text })))
  return { together, alone, writeAll }
}

const written = (text: string) => ({ status: 'fulfilled', value: `${text} is written` })
const refused = { status: 'rejected', reason: expect.objectContaining({ message: 'refused' }) }

it('makes concurrent writes together', async () => {
  const { together, alone, writeAll } = openWriter()
  expect(await writeAll(['a', 'one'], ['b', 'two'], ['unknown', 'three'])).toEqual([
    written('one'),
    written('two'),
    { status: 'fulfilled', value: undefined },
  ])
  expect(together.map(texts => texts.toSorted())).toEqual([['one', 'three', 'two']])
  expect(alone).toEqual([])
})

it('makes the further writes of a row by themselves', async () => {
  const { together, alone, writeAll } = openWriter()
  const texts = ['one', 'two', 'three']
  expect(await writeAll(...texts.map((text): [string, string] => ['a', text]))).toEqual(texts.map(written))
  expect(together).toEqual([['one']])
  expect(alone).toEqual(['two', 'three'])
})

it.each([
  ['is refused', ['b', 'bad'], refused],
  ['waits for a lock', ['locked', 'patient'], written('patient')],
] as const)('makes all by themselves where one %s', async (_, [row, text], expected) => {
  const { alone, writeAll } = openWriter()
  expect(await writeAll(['a', 'one'], [row, text], ['c', 'two'])).toEqual([
    written('one'),
    expected,
    written('two'),
  ])
  expect(alone.toSorted()).toEqual(['one', text, 'two'].toSorted())
})

it('refuses one once, and waits for a lock by itself', async () => {
  const { together, alone, writeAll } = openWriter()
  expect(await writeAll(['a', 'bad'])).toEqual([refused])
  expect(alone).toEqual([])
  expect(await writeAll(['locked', 'patient'])).toEqual([written('patient')])
  expect({ together, alone }).toEqual({ together: [['bad'], ['patient']], alone: ['patient'] })
})

it('makes nothing again when no answer came, because it may have been written', async () => {
  const { alone, writeAll } = openWriter()
  const lost = {
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringContaining('terminated') }),
  }
  expect(await writeAll(['a', 'one'], ['b', 'lost'], ['c', 'two'])).toEqual([lost, lost, lost])
  expect(alone).toEqual([])
})
