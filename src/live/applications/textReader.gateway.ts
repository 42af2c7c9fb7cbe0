import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Worker } from 'tesseract.js'
import { Problem } from '../../wire/problem.ts'

/** In pixels, from the left top. */
export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A word of a line, as it was read. */
export interface ReadWord {
  text: string
  bbox: Box
}

/** Reads the text on a picture. */
export interface TextReader {
  /** @throws Problem PROVIDER_UNAVAILABLE when it takes too long, or too many wait */
  read(png: Buffer): Promise<{ words: ReadWord[] }[]>
  close(): Promise<void>
}

/** Milliseconds of a picture, and after which an idle worker, 100 MB of memory, ends. */
const READ_MS = 30_000
const IDLE_MS = 60_000
/** Pictures that wait; more are refused. */
const MAX_WAITING = 16

const unavailable = () =>
  new Problem('PROVIDER_UNAVAILABLE', {
    message: 'We konden je foto nu niet nakijken. Ze is niet bewaard. Probeer het zo opnieuw.',
  })

/** The language data is in a package: nothing is downloaded. */
async function startWorker(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const data = createRequire(import.meta.url).resolve(
    '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  )
  // Without a handler of its own a failure of the worker would end the node; the call is rejected as well.
  const options = { langPath: dirname(data), cacheMethod: 'none', gzip: true, errorHandler: () => undefined }
  return createWorker('eng', OEM.LSTM_ONLY, options)
}

/** Reads one picture at a time, in a thread that is started for the first and ends when it is idle. */
export function createTextReader(): TextReader {
  let worker: Promise<Worker> | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const end = async () => {
    const ended = worker
    worker = null
    clearTimeout(idle)
    await ended?.then(
      each => each.terminate(),
      () => undefined,
    )
  }
  const readNow = async (png: Buffer): Promise<{ words: ReadWord[] }[]> => {
    clearTimeout(idle)
    worker ??= startWorker()
    const { promise: isLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(unavailable()), READ_MS)
    try {
      const reading = worker.then(each => each.recognize(png, {}, { blocks: true }))
      const { data } = await Promise.race([reading, isLate])
      idle = setTimeout(() => void end(), IDLE_MS).unref()
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    } catch {
      // A worker that failed, or still reads, is not used again.
      void end()
      throw unavailable()
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async read(png) {
      if (waiting >= MAX_WAITING) throw unavailable()
      waiting += 1
      const reading = last.then(() => readNow(png))
      last = reading.catch(() => undefined)
      return reading.finally(() => (waiting -= 1))
    },
    close: end,
  }
}
